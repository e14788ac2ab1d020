/** Die API-Referenz. Text zwischen Gravis-Zeichen wird als Code gezeigt. Was zu einzelnen Adressen gesagt wird, steht im API-Dokument. */
import type * as en from '../en/reference.js'

export const reference: typeof en.reference = {
  title: 'API-Referenz',
  lead: 'Jede Adresse dieses Servers, mit Beispielen und einem Formular zum Ausprobieren.',
  navigation: 'API-Referenz',
  menu: 'Alle Adressen',
  introduction: 'Einführung',
  guide: 'Anleitung',
  previewNote: ' (preview, may change)',
  previewTag: 'Vorschau',
  document: {
    title: 'Für Maschinen',
    text: 'Dasselbe als OpenAPI-3.1-Dokument, um daraus einen Client zu erzeugen oder es in Ihre Werkzeuge zu laden:',
    client:
      'Für JavaScript und TypeScript gibt es einen Client, `@silhouette-image/client`, mit Typen aus diesem Dokument. In der npm-Registry steht er nicht: `npm pack ./clients/typescript` im Repository von Silhouette erzeugt eine Datei zum Installieren.',
  },
  basics: {
    title: 'Alle Aufrufe',
    address: 'Adresse dieses Servers',
    rows: [
      [
        'Schlüssel',
        'Jeder Aufruf hat den Header `X-Api-Key`. Schlüssel gehören auf einen Server, einer pro Programm: So lässt sich einer sperren, ohne die anderen anzurühren.',
      ],
      ['Fotos', 'JPEG, PNG, WebP oder BMP, am Inhalt erkannt, wie immer die Datei heißt.'],
      [
        'Wiederholen',
        'Mit einem Header `Idempotency-Key` gibt eine Wiederholung innerhalb von 24 Stunden die erste Antwort noch einmal und wird nicht doppelt berechnet.',
      ],
      [
        'Warten',
        'Bei `429` und `503` so viele Sekunden warten, wie in `Retry-After` stehen, dann noch einmal versuchen.',
      ],
      ['Fehler', 'Ein Fehler wird nie berechnet und sagt, was falsch war und was erlaubt ist.'],
    ],
    limits: 'Grenzen und Preise dieses Servers',
  },
  routes: 'Adressen',
  onThisPage: 'Auf dieser Seite',
  sections: {
    example: 'Beispiel',
    tryIt: 'Ausprobieren',
    parameters: 'Parameter',
    answer: 'Antwort',
    errors: 'Fehler',
  },
  body: 'Rumpf',
  noParameters: 'Diese Adresse hat keine Parameter.',
  columns: { name: 'Parameter', values: 'Werte', default: 'Vorgabe', meaning: 'Bedeutung' },
  required: 'nötig',
  places: { body: '', header: 'Header', query: 'in der Adresse', path: 'im Pfad' },
  allValues: (n) => `Alle ${n} Werte`,
  none: '–',
  headers: 'Header',
  fields: 'Felder',
  examples: 'Beispiele',
  otherStatus: 'Andere',
}

export const values: typeof en.values = {
  file: 'eine Datei',
  text: 'Text',
  textUpTo: (length) => `Text, höchstens ${length} Zeichen`,
  anything: 'beliebig',
  or: ' oder ',
  number: 'eine Zahl',
  between: (least, most) => `eine Zahl von ${least} bis ${most}`,
  atLeast: (least) => `eine Zahl, mindestens ${least}`,
  atMost: (most) => `eine Zahl, höchstens ${most}`,
  more: (n) => `und ${n} weitere`,
}

export const example: typeof en.example = {
  ownKey: 'Einen Schlüssel von mir in den Code setzen',
  ownKeyHint: 'Der Code läuft dann, wie er ist. Der Schlüssel gehört zu Ihrer Sitzung und endet mit dem Abmelden.',
  followsForm: 'Der Code folgt dem, was Sie unten eingeben.',
}

export const tryIt: typeof en.tryIt = {
  lead: 'Ein echter Aufruf dieses Servers. Gesendet wird nur, was Sie eingeben.',
  costs: 'Er kostet, was die Adresse kostet; Vorschauen sind kostenlos.',
  key: 'API-Schlüssel',
  keyHint: 'Oder melden Sie sich an, dann wird ein Schlüssel Ihrer Sitzung benutzt.',
  ownKey: 'Der Schlüssel Ihrer Sitzung wird benutzt.',
  noKey: 'Geben Sie einen API-Schlüssel ein, oder melden Sie sich an.',
  sample: 'Beispielfoto nehmen',
  notSent: 'Nicht gesendet',
  notSentBut: (value) => `Nicht gesendet (${value})`,
  more: (n) => (n === 1 ? '1 weiteres Feld' : `${n} weitere Felder`),
  send: 'Senden',
  cancel: 'Abbrechen',
  sending: 'Wartet auf die Antwort …',
  cancelled: 'Abgebrochen.',
  answer: 'Antwort',
  took: (time) => `in ${time}`,
  headers: 'Header',
  picture: 'Das Bild in der Antwort',
  result: 'Das Ergebnis an dieser Adresse',
  save: 'Datei speichern',
  file: (type, size) => `Eine Datei: ${type}, ${size}`,
}

export const search: typeof en.search = {
  label: 'Anleitung und Referenz durchsuchen',
  placeholder: 'Suchen',
  shortcut: '/',
  results: 'Suchergebnisse',
  found: (n) => (n === 1 ? '1 Treffer' : `${n} Treffer`),
  none: (words) => `Nichts passt zu „${words}“.`,
  guide: 'Anleitung',
  parameterOf: (route) => `Parameter von ${route}`,
  errorOf: (route) => `Fehler von ${route}`,
  error: (status) => `Fehler ${status}`,
}
