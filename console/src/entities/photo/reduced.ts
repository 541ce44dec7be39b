const LONGEST = 1600;
const QUALITY = 0.85;

/**
 * Returns the photo as the server keeps it, of 1,600 pixels at most: a tenth of what a telephone sends otherwise. A file
 * that this browser cannot read is returned as it is, for the server to judge.
 */
export async function reduced(file: Blob): Promise<Blob> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = image;
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const small = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", QUALITY),
    );
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}

/** Returns a picture as an address that the page may show: its security policy allows no other from a file. */
export const addressOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** Returns the picture of such an address, byte for byte. */
export function pictureAt(address: string): Blob {
  const [head = "", content = ""] = address.split(",");
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.slice("data:".length).split(";")[0] ?? "" });
}
