/* page_files.h -- style and script of the page, which the build puts into the library
 * (page.css, page.js; scripts/embed.cmake). */
#pragma once

extern const char page_css[], page_js[];       /* end with a zero byte */
extern const unsigned char page_js_sha256[32]; /* hash of the script, which alone browsers may
                                                  run */
