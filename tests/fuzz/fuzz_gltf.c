/* glTF with its buffers inside (data: URIs). */
#include "tests/fuzz/mutate_text.h"
#include "tests/fuzz/scene.h"

FUZZ_WORDS("\"nodes\":[{\"mesh\":0}]", "\"children\":[0]", "\"mesh\":0",
           "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", "\"translation\":[1,0,0]",
           "\"rotation\":[0,0,0,1]", "\"scale\":[1,-1,1]", "\"mode\":5", "\"indices\":0",
           "\"attributes\":{\"POSITION\":0}", "\"NORMAL\":0", "\"TEXCOORD_0\":0",
           "\"byteStride\":12", "\"byteOffset\":4", "\"componentType\":5121",
           "\"componentType\":5125", "\"normalized\":true", "\"type\":\"VEC3\"", "\"count\":3",
           "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0}}",
           "\"values\":{\"bufferView\":0}", "\"material\":0", "\"materials\":[{}]",
           "\"alphaMode\":\"MASK\"", "\"extensions\":{\"KHR_texture_transform\":{\"scale\":[2,2]}}",
           "\"extensionsRequired\":[\"KHR_mesh_quantization\"]",
           "\"images\":[{\"bufferView\":0,\"mimeType\":\"image/png\"}]",
           "\"textures\":[{\"source\":0}]", "\"baseColorTexture\":{\"index\":0}",
           "\"uri\":\"data:application/octet-stream;base64,AAAA\"", "\"byteLength\":36",
           "\"scene\":0", "{}", "[]", "null", ",")

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_load_scene(bytes, n, ".gltf", st);
}
