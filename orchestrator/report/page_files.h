/* page_files.h -- the style and the script of the page. The build puts them into the library from
 * page.css and page.js (scripts/embed.cmake). */
#pragma once

extern const char page_css[], page_js[];       /* end with a zero byte */
extern const unsigned char page_js_sha256[32]; /* hash of the script; the page allows browsers to
                                                  run only that */
