/** Ein Passbild mit der Kamera aufnehmen. */
import type * as en from '../en/camera.js'

export const camera: typeof en.camera = {
  open: 'Kamera verwenden',
  title: 'Foto aufnehmen',
  taken: 'Ihr Foto',
  close: 'Kamera schließen',
  opening: 'Die Kamera startet …',
  live: 'Livebild der Kamera, gespiegelt',
  shutter: 'In 3 Sekunden aufnehmen',
  cancel: 'Abbrechen',
  use: 'Dieses Foto verwenden',
  again: 'Noch einmal aufnehmen',
  shot: 'Das eben aufgenommene Foto',
  notMirrored: 'So sehen andere Sie: Das Foto ist nicht gespiegelt.',
  retry: 'Erneut versuchen',
  which: 'Kamera',
  usual: 'Die übliche',
  numbered: (n) => `Kamera ${n}`,
  fileName: 'kamera.jpg',
  privacy:
    'Für die Hinweise gehen kleine Bilder an diesen Server, solange die Kamera offen ist. Sie werden nicht gespeichert und kosten nichts.',
  hints: {
    wait: 'Blicken Sie gerade in die Kamera',
    none: 'Zurzeit gibt es keine Hinweise. Sie können das Foto trotzdem aufnehmen.',
    noFace: 'Zeigen Sie Ihr Gesicht von vorn',
    severalFaces: 'Nur eine Person im Bild',
    moreLight: 'Mehr Licht auf das Gesicht',
    lessLight: 'Weniger Licht auf das Gesicht',
    lightFromFront: 'Zum Licht drehen: Eine Gesichtshälfte ist dunkler',
    nearer: 'Kommen Sie näher',
    farther: 'Gehen Sie etwas zurück',
    middle: 'Das Gesicht in das Oval, die Augen auf die Linie',
    upright: 'Halten Sie den Kopf gerade',
    straight: 'Drehen Sie den Kopf gerade zur Kamera',
    showEyes: 'Zeigen Sie Ihre Augen: keine dunkle Brille, keine Haare davor',
    openEyes: 'Öffnen Sie die Augen',
    closeMouth: 'Schließen Sie den Mund',
    good: 'Gut so: stillhalten',
  },
  problems: {
    insecure:
      'Browser erlauben die Kamera nur auf sicheren Seiten. Öffnen Sie diese Seite unter einer Adresse mit https://, oder auf ' +
      'dem Rechner des Servers unter http://localhost. Oder fotografieren Sie mit dem Handy und wählen Sie die Datei.',
    denied:
      'Der Browser lässt diese Seite nicht an die Kamera. Erlauben Sie es in den Einstellungen der Website, links neben der ' +
      'Adresse, und versuchen Sie es erneut.',
    missing: 'Es gibt keine Kamera. Schließen Sie eine an und versuchen Sie es erneut, oder wählen Sie eine Datei.',
    inUse: 'Ein anderes Programm verwendet die Kamera. Beenden Sie es und versuchen Sie es erneut.',
    failed: 'Die Kamera startet nicht. Stecken Sie sie aus und wieder ein, oder wählen Sie eine Datei.',
  },
}
