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
  pictureAlt: 'Das Hintergrundbild',
  pictureUnreadable: 'Dieser Browser kann die Datei nicht lesen. Wählen Sie ein Bild in JPEG, PNG oder WebP.',
  blur: 'Unschärfe',
  canvas: 'Bildfläche',
  canvases: {
    photo: 'Wie das Foto',
    subject: 'Auf das Motiv zugeschnitten',
    '1:1': 'Quadrat, 1:1',
    '4:5': 'Hochformat, 4:5',
    '2:3': 'Hochformat, 2:3',
    '9:16': 'Hochformat, 9:16',
    '4:3': 'Querformat, 4:3',
    '16:9': 'Querformat, 16:9',
    own: 'Größe in Pixeln',
  },
  sides: ['Breite, px', 'Höhe, px'],
  margin: 'Rand',
  fill: 'Das Motiv füllt',
  align: 'Platz',
  aligns: { centre: 'Mitte', bottom: 'Unten', optical: 'Ausgewogen' },
  shadow: 'Schatten',
  shadows: { none: 'Keiner', contact: 'Am Boden', drop: 'Dahinter', natural: 'Echt' },
  shadowHints: {
    contact: 'Unter dem, was auf dem Boden steht; keiner, wo das Foto das Motiv unten abschneidet.',
    drop: 'Hinter dem Motiv und etwas tiefer.',
    natural:
      'Der Schatten aus dem Foto. Er braucht eine weitere Anfrage und geht nicht mit einem Bild als Hintergrund.',
  },
  strength: 'Stärke',
  softness: 'Weichheit',
  format: 'Format',
  formats: { png: 'PNG', jpg: 'JPEG', webp: 'WebP' },
  jpgHint: 'JPEG kennt keine Transparenz: Der Hintergrund wird weiß.',
  freeHint:
    'Bildfläche, Hintergrund, Schatten und Format lassen sich jederzeit kostenlos ändern: Was Sie sehen, laden Sie herunter.',
  failed: 'Der Browser konnte das nicht zeichnen. Nehmen Sie die letzte Änderung zurück oder laden Sie die Seite neu.',
  addressHint: 'Die URL führt zum Bild vom Server; Ihre Änderungen sind nur im Download.',
  slider: 'Trennlinie zwischen Vorher und Nachher',
  before: 'Vorher',
  after: 'Nachher',
}

export const brush: typeof en.brush = {
  start: 'Mit dem Pinsel nachbessern',
  done: 'Fertig mit dem Pinsel',
  kind: 'Pinsel',
  kinds: { erase: 'Radieren', keep: 'Ergänzen' },
  size: 'Größe',
  softness: 'Weich',
  zoom: 'Zoom',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  surface: 'Bild zum Malen',
  keys:
    'Radieren Sie, was nicht ins Bild gehört, und ergänzen Sie aus dem durchscheinenden Foto, was fehlt. Mit der Tastatur: ' +
    'Die Pfeiltasten bewegen den Pinsel (mit Umschalt in kleinen Schritten), die Leertaste setzt ihn auf und hebt ihn ab, ' +
    '[ und ] ändern seine Größe, Strg+Z macht rückgängig.',
  down: { erase: 'Der Pinsel radiert.', keep: 'Der Pinsel ergänzt.' },
  up: 'Der Pinsel ist abgehoben.',
}
