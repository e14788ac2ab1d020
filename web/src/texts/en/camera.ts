/** Taking an ID photo with the camera. */
export const camera = {
  open: 'Use the camera',
  title: 'Take a photo',
  taken: 'Your photo',
  close: 'Close the camera',
  opening: 'Waiting for the camera …',
  live: 'Live picture of the camera, mirrored',
  shutter: 'Take the photo in 3 seconds',
  cancel: 'Cancel',
  use: 'Use this photo',
  again: 'Take another one',
  shot: 'The photo just taken',
  notMirrored: 'This is how others see you: the photo is not mirrored.',
  retry: 'Try again',
  which: 'Camera',
  usual: 'The usual one',
  numbered: (n: number): string => `Camera ${n}`,
  fileName: 'camera.jpg',
  privacy:
    'For the hints, small pictures go to this server while the camera is open. They are not kept and cost nothing.',
  hints: {
    wait: 'Look straight into the camera',
    none: 'No hints at the moment. You can take the photo all the same.',
    noFace: 'Show your face from the front',
    severalFaces: 'Only one person in the picture',
    moreLight: 'More light on your face',
    lessLight: 'Less light on your face',
    lightFromFront: 'Turn to the light: one half of your face is darker',
    nearer: 'Come nearer',
    farther: 'Move back a little',
    middle: 'Move your face into the oval, your eyes onto the line',
    upright: 'Hold your head upright',
    straight: 'Turn your head straight to the camera',
    showEyes: 'Show your eyes: no dark glasses, no hair over them',
    openEyes: 'Open your eyes',
    closeMouth: 'Close your mouth',
    good: 'Good: keep still',
  },
  problems: {
    insecure:
      'Browsers allow the camera only on secure pages. Open this page at an https:// address, or on the server’s own ' +
      'machine at http://localhost. You can also take a photo with your phone and choose the file.',
    denied:
      'The browser does not let this page use the camera. Allow it in the site settings, at the left of the address, ' +
      'and try again.',
    missing: 'There is no camera. Connect one and try again, or choose a file.',
    inUse: 'Another program is using the camera. Close it and try again.',
    failed: 'The camera did not start. Unplug it and connect it again, or choose a file.',
  },
}
