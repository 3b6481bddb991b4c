# Style and script of the report's page as C, so that the library stands alone.
#   cmake -D FOLDER=orchestrator/report -D OUT=page_files.c -P embed.cmake
set(text "#include \"orchestrator/report/page_files.h\"\n")
foreach(ending css js)
  file(READ ${FOLDER}/page.${ending} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND text "const char page_${ending}[] = {${bytes}0};\n")
endforeach()
file(SHA256 ${FOLDER}/page.js hash)
string(REGEX REPLACE "(..)" "0x\\1," hash "${hash}")
string(APPEND text "const unsigned char page_js_sha256[32] = {${hash}};\n")
file(WRITE ${OUT} "${text}")
