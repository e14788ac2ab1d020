/** Die API-Referenz. Text zwischen Backticks wird als Code gezeigt. Was zu einzelnen Endpunkten gesagt wird, steht im API-Dokument. */
import type * as en from '../en/reference.js'

export const reference: typeof en.reference = {
  title: 'API-Referenz',
  lead: 'Alle Endpunkte dieses Servers, mit Beispielen und einem Formular zum Ausprobieren.',
  navigation: 'API-Referenz',
  menu: 'Alle Endpunkte',
  introduction: 'Einführung',
  guide: 'Anleitung',
  previewNote: ' (preview, may change)',
  previewTag: 'Vorschau',
  document: {
    title: 'Für Maschinen',
    text: 'Dieselbe Referenz als OpenAPI-3.1-Dokument, um einen Client zu erzeugen oder es in Ihre Tools zu importieren:',
    client:
      'Für JavaScript und TypeScript gibt es einen Client, `@silhouette-image/client`, mit Typen aus diesem Dokument. Bei npm ist er nicht veröffentlicht: `npm pack ./clients/typescript` im Repository von Silhouette erzeugt ein Paket zum Installieren.',
  },
  basics: {
    title: 'Alle Aufrufe',
    address: 'Adresse dieses Servers',
    rows: [
      [
        'Schlüssel',
        'Jeder Aufruf hat den Header `X-Api-Key`. Schlüssel gehören auf einen Server, einer pro Programm: So können Sie einen sperren, ohne die anderen anzurühren.',
      ],
      ['Fotos', 'JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF oder GIF, am Inhalt erkannt, egal wie die Datei heißt.'],
      [
        'Wiederholen',
        'Mit einem Header `Idempotency-Key` liefert eine Wiederholung innerhalb von 24 Stunden die erste Antwort noch einmal und wird nicht doppelt berechnet.',
      ],
      [
        'Warten',
        'Bei `429` und `503` so viele Sekunden warten, wie in `Retry-After` stehen, dann noch einmal versuchen.',
      ],
      ['Fehler', 'Ein Fehler wird nie berechnet und sagt, was falsch war und was erlaubt ist.'],
    ],
    limits: 'Limits und Preise dieses Servers',
  },
  routes: 'Endpunkte',
  onThisPage: 'Auf dieser Seite',
  sections: {
    example: 'Beispiel',
    tryIt: 'Ausprobieren',
    parameters: 'Parameter',
    answer: 'Antwort',
    errors: 'Fehler',
  },
  body: 'Body',
  noParameters: 'Dieser Endpunkt hat keine Parameter.',
  columns: { name: 'Parameter', values: 'Werte', default: 'Standard', meaning: 'Bedeutung' },
  required: 'erforderlich',
  places: { body: '', header: 'Header', query: 'Query', path: 'Pfad' },
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
  ownKey: 'Meinen Schlüssel in den Code einsetzen',
  ownKeyHint: 'Der Code läuft dann ohne Änderung. Der Schlüssel gehört zu Ihrer Sitzung und gilt bis zum Abmelden.',
  followsForm: 'Der Code passt sich dem an, was Sie unten eingeben.',
}

export const tryIt: typeof en.tryIt = {
  lead: 'Ein echter Aufruf an diesen Server. Gesendet wird nur, was Sie ausfüllen.',
  costs: 'Er wird wie jeder andere Aufruf berechnet; Vorschauen sind kostenlos.',
  key: 'API-Schlüssel',
  keyHint: 'Oder melden Sie sich an, um den Schlüssel Ihrer Sitzung zu benutzen.',
  ownKey: 'Der Schlüssel Ihrer Sitzung wird benutzt.',
  noKey: 'Geben Sie einen API-Schlüssel ein oder melden Sie sich an.',
  sample: 'Beispielfoto verwenden',
  notSent: 'Nicht gesendet',
  notSentBut: (value) => `Nicht gesendet (Standard: ${value})`,
  more: (n) => (n === 1 ? '1 weiteres Feld' : `${n} weitere Felder`),
  send: 'Senden',
  cancel: 'Abbrechen',
  sending: 'Warten auf die Antwort …',
  cancelled: 'Abgebrochen.',
  answer: 'Antwort',
  took: (time) => `in ${time}`,
  headers: 'Header',
  picture: 'Das Bild in der Antwort',
  result: 'Das Ergebnis unter dieser URL',
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
