/* page_files.h -- the styles and scripts of the pages. The build puts them into the library from
 * page.css, page.js, frame.css, frame.js and lines.css (scripts/embed.cmake). */
#pragma once

extern const char page_css[], page_js[], frame_css[], frame_js[],
    lines_css[]; /* end with a zero byte */
/* Hashes of the scripts; the pages allow browsers to run only these. */
extern const unsigned char page_js_sha256[32], frame_js_sha256[32];
