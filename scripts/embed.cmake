# Styles and scripts of the pages as C, so that the library stands alone.
#   cmake -D FOLDER=orchestrator/report -D OUT=page_files.c -P embed.cmake
set(text "#include \"orchestrator/report/page_files.h\"\n")
foreach(name page frame)
  foreach(ending css js)
    file(READ ${FOLDER}/${name}.${ending} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND text "const char ${name}_${ending}[] = {${bytes}0};\n")
  endforeach()
  file(SHA256 ${FOLDER}/${name}.js hash)
  string(REGEX REPLACE "(..)" "0x\\1," hash "${hash}")
  string(APPEND text "const unsigned char ${name}_js_sha256[32] = {${hash}};\n")
endforeach()
file(WRITE ${OUT} "${text}")
