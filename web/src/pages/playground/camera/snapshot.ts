/** What the camera sees now, as a JPEG: the photo itself, or a small frame to look at. Never mirrored. */
const PHOTO_QUALITY = 0.95
const FRAME = { maxSide: 640, quality: 0.7 }

export const takePhoto = (video: HTMLVideoElement): Promise<Blob> => draw(video, 1, PHOTO_QUALITY)

export function takeFrame(video: HTMLVideoElement): Promise<Blob> {
  const scale = Math.min(1, FRAME.maxSide / Math.max(video.videoWidth, video.videoHeight))
  return draw(video, scale, FRAME.quality)
}

function draw(video: HTMLVideoElement, scale: number, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale))
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
