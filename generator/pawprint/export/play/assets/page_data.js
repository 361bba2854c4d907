// What this file has of the game, and its pictures.

export const data = JSON.parse(document.getElementById("data").textContent);

// The addresses of the pictures, which are files in Base64.
export const pictures = data.pictures.map((text) => URL.createObjectURL(new Blob([bytesOf(text)], { type: "image/webp" })));

function bytesOf(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

// The bytes of a file that is packed in the element with this id, which is no longer needed then.
export async function unpacked(id) {
  const element = document.getElementById(id);
  const stream = new Blob([bytesOf(element.textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
  element.remove();
  return new Response(stream).arrayBuffer();
}
