/** The playground: what is changed about a cut-out in the browser. */
export const editor = {
  background: 'Background',
  backgrounds: { transparent: 'None', colour: 'Colour', picture: 'Picture', blur: 'Blur' },
  colour: 'Background colour',
  usualColours: {
    '#ffffff': 'White',
    '#f2f2f2': 'Light grey',
    '#000000': 'Black',
    '#ffcf5c': 'Yellow',
  } as Readonly<Record<string, string>>,
  choosePicture: 'Choose a picture',
  anotherPicture: 'Another picture',
  pictureAlt: 'The picture behind the cut-out',
  pictureUnreadable: 'This browser cannot read that file. Choose a JPEG, PNG or WebP picture.',
  blur: 'Blur',
  crop: 'Crop to the subject',
  margin: 'Margin',
  format: 'Format',
  formats: { png: 'PNG', jpg: 'JPEG', webp: 'WebP' },
  jpgHint: 'JPEG has no transparency: the background becomes white.',
  freeHint:
    'Background, crop and format can be changed at any time, free of charge: what you see is what you download.',
  failed: 'The browser could not draw this. Undo the last change, or reload the page.',
  addressHint: 'The URL leads to the cut-out as the server made it; only the download has your changes.',
  slider: 'Divider between before and after',
  before: 'Before',
  after: 'After',
}

export const brush = {
  start: 'Touch up with a brush',
  done: 'Done with the brush',
  kind: 'Brush',
  kinds: { erase: 'Erase', keep: 'Restore' },
  size: 'Size',
  softness: 'Soft',
  zoom: 'Zoom',
  undo: 'Undo',
  redo: 'Redo',
  surface: 'Picture to paint on',
  keys:
    'Erase what should not be there, and restore what is missing from the photo, which shows through. On the keyboard, ' +
    'the arrow keys move the brush (in small steps with Shift), the space bar lowers and lifts it, [ and ] change its ' +
    'size, and Ctrl+Z undoes.',
  down: { erase: 'The brush erases.', keep: 'The brush restores.' },
  up: 'The brush is lifted.',
}
