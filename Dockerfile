# Diorama in a container: docker build -t diorama . ; docker run --rm diorama scenes
# With Apptainer, which needs no root on the cluster:
#   docker save diorama -o diorama.tar && apptainer build diorama.sif docker-archive:diorama.tar
#   apptainer exec diorama.sif diorama sweep ...
FROM debian:12-slim AS build
WORKDIR /source
COPY scripts/bootstrap scripts/bootstrap
RUN scripts/bootstrap
COPY . .
RUN cmake --preset release -DDIORAMA_TESTS=OFF -DCMAKE_INSTALL_PREFIX=/opt/diorama \
 && cmake --build --preset release \
 && cmake --install build/release --strip

# Only what the program is linked with, gnuplot for figures, and the compilers of pipelines in GLSL.
FROM debian:12-slim
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends libpng16-16 libjpeg62-turbo libconfig9 libembree3-3 libassimp5 \
    libgsl27 libjansson4 libxxhash0 libcsv3 libsqlite3-0 libgomp1 gnuplot-nox \
    glslang-tools spirv-tools \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/diorama /opt/diorama
ENV PATH=/opt/diorama/bin:$PATH
ENTRYPOINT ["diorama"]
