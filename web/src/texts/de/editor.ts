/** Ausprobieren: was am freigestellten Bild im Browser geändert wird. */
import type * as en from '../en/editor.js'

export const editor: typeof en.editor = {
  background: 'Hintergrund',
  backgrounds: { transparent: 'Keiner', colour: 'Farbe', picture: 'Bild', blur: 'Unscharf' },
  colour: 'Hintergrundfarbe',
  usualColours: {
    '#ffffff': 'Weiß',
    '#f2f2f2': 'Hellgrau',
    '#000000': 'Schwarz',
    '#ffcf5c': 'Gelb',
  },
  choosePicture: 'Bild wählen',
  anotherPicture: 'Anderes Bild',
  pictureAlt: 'Das Bild hinter dem freigestellten',
  pictureUnreadable: 'Dieser Browser kann die Datei nicht lesen. Wählen Sie ein Bild in JPEG, PNG oder WebP.',
  blur: 'Unschärfe',
  crop: 'Auf das Motiv zuschneiden',
  margin: 'Rand',
  format: 'Format',
  formats: { png: 'PNG', jpg: 'JPEG', webp: 'WebP' },
  jpgHint: 'JPEG kennt keine Durchsichtigkeit: Der Hintergrund wird weiß.',
  freeHint:
    'Hintergrund, Zuschnitt und Format lassen sich jederzeit kostenlos ändern: Was Sie sehen, laden Sie herunter.',
  failed: 'Der Browser konnte das nicht zeichnen. Nehmen Sie die letzte Änderung zurück, oder laden Sie die Seite neu.',
  addressHint: 'Die URL führt zum Bild, wie der Server es gemacht hat; Ihre Änderungen sind im Download.',
  slider: 'Teiler zwischen Vorher und Nachher',
  before: 'Vorher',
  after: 'Nachher',
}

export const brush: typeof en.brush = {
  start: 'Mit dem Pinsel verbessern',
  done: 'Fertig mit dem Pinsel',
  kind: 'Pinsel',
  kinds: { erase: 'Löschen', keep: 'Behalten' },
  size: 'Größe',
  softness: 'Weicher Rand',
  zoom: 'Zoom',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  surface: 'Bild zum Malen',
  keys:
    'Löschen Sie, was nicht da sein soll, behalten Sie, was fehlt: Es kommt aus dem Foto zurück, das durchscheint. Mit der ' +
    'Tastatur: Pfeile bewegen den Pinsel (fein mit Umschalt), die Leertaste setzt ihn auf und hebt ihn ab, [ und ] ändern ' +
    'seine Größe, Strg+Z nimmt zurück.',
  down: { erase: 'Der Pinsel löscht.', keep: 'Der Pinsel behält.' },
  up: 'Der Pinsel ist abgehoben.',
}
