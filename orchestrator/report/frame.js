"use strict";
// The frame's layers, and the numbers of the pixel that is pointed at. Without this script the layers are
// pictures below each other and the table has the dearest pixels.
(() => {
  const frame = document.getElementById("frame");
  const images = Array.from(frame.querySelectorAll("img"));
  const pointer = document.getElementById("pointer");
  const width = Number(frame.dataset.width), height = Number(frame.dataset.height);
  const blend = document.getElementById("blend");
  const fields = Array.from(document.querySelectorAll("#reading .field"));
  let numbers = null, x = -1, y = -1;

  const show = (id) => {
    for (const image of images.slice(1)) {
      image.hidden = image.id !== id;
      image.style.opacity = String(blend.value / 100);
    }
  };
  let shown = images[0].id;
  for (const image of images) {
    const label = document.createElement("label"), input = document.createElement("input");
    input.type = "radio";
    input.name = "layer";
    input.value = image.id;
    input.checked = image === images[0];
    input.addEventListener("change", () => show((shown = image.id)));
    label.append(input, " " + image.alt);
    document.getElementById("layers").append(label);
  }
  blend.addEventListener("input", () => show(shown));
  show(shown);

  const unpack = async () => {
    const text = atob(document.getElementById("numbers").textContent);
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const view = new DataView(await new Response(stream).arrayBuffer());
    numbers = (field, at) => view.getUint32(4 * (field * width * height + at), true);
    document.documentElement.dataset.ready = "yes";
    point(x, y);
  };
  const point = (px, py) => {
    if (px < 0 || py < 0) return;
    x = Math.min(Math.max(px, 0), width - 1);
    y = Math.min(Math.max(py, 0), height - 1);
    pointer.style.visibility = "visible";
    pointer.style.left = (100 * (x + 0.5)) / width + "%";
    pointer.style.top = (100 * (y + 0.5)) / height + "%";
    document.getElementById("place").textContent = x + ", " + y;
    document.getElementById("warp").textContent = String(y * Math.ceil(width / 32) + Math.floor(x / 32));
    fields.forEach((field, i) => {
      field.textContent = numbers ? String(numbers(i, y * width + x)) : "";
    });
  };
  const follow = (event) => {
    const box = frame.getBoundingClientRect();
    point(Math.floor(((event.clientX - box.left) / box.width) * width),
      Math.floor(((event.clientY - box.top) / box.height) * height));
  };
  frame.addEventListener("pointermove", follow);
  frame.addEventListener("pointerdown", follow);
  frame.addEventListener("keydown", (event) => {
    const by = event.shiftKey ? 16 : 1;
    const moves = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const [dx, dy] = moves[event.key];
    if (x < 0) point(Math.floor(width / 2), Math.floor(height / 2));
    else point(Math.max(x + dx, 0), Math.max(y + dy, 0));
  });
  for (const row of document.querySelectorAll("tr[data-x]"))
    row.addEventListener("click", () => point(Number(row.dataset.x), Number(row.dataset.y)));
  unpack();
})();
