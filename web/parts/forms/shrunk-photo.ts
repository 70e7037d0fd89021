// A photo made small enough for a weak network. Drawing it anew also leaves behind what the camera noted about the place.
const SIDE_MAX = 1_600;
const QUALITY = 0.8;

// A picture this browser cannot draw is sent as it is; the server judges it.
export async function shrunk(file: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", QUALITY));
  } catch {
    return file;
  }
}
