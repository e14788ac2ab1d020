/** Die Anleitung. Text zwischen Backticks wird als Code gezeigt. */
import type * as en from '../en/guide.js'
import { count } from './common.js'

export const guide: typeof en.guide = {
  sections: 'Anleitung',
  names: {
    '': 'Schnellstart',
    errors: 'Fehler',
    limits: 'Limits',
    'remove-bg': 'Umstieg von remove.bg',
    'id-photos': 'Passbildformate',
    styles: 'Stilgalerie',
  },
  reference: 'API-Referenz',
}

export const quickStart: typeof en.quickStart = {
  title: 'Schnellstart',
  lead: 'Das erste freigestellte Bild in drei Schritten.',
  key: {
    title: '1. Einen Schlüssel holen',
    member: 'Erstellen Sie einen Schlüssel und exportieren Sie ihn als Umgebungsvariable. Er wird nur einmal gezeigt.',
    visitor:
      'Legen Sie ein Konto an, erstellen Sie einen Schlüssel und exportieren Sie ihn als Umgebungsvariable. Er wird nur einmal gezeigt.',
    create: 'Schlüssel erstellen',
    signUp: 'Konto anlegen',
    signIn: 'Anmelden',
    closed:
      'Melden Sie sich an, erstellen Sie einen Schlüssel und exportieren Sie ihn als Umgebungsvariable. Er wird nur einmal gezeigt.',
  },
  call: {
    title: '2. Ein Foto senden',
    text: 'JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF oder GIF, als `multipart/form-data`. `size=preview` ist kostenlos und hat ein Wasserzeichen, `size=full` kostet Credits und hat keines. Unbegrenzte Konten zahlen nichts und bekommen kein Wasserzeichen.',
  },
  answer: {
    title: '3. Das Ergebnis abholen',
    text: 'Die Antwort enthält die URL des Bildes. Das Bild wird eine Weile aufbewahrt und dann gelöscht; bis dahin kann jeder es sehen, der die URL kennt.',
  },
  more: {
    title: 'Die anderen beiden Operationen',
    idPhoto: 'Ein Passbild in einem von mehr als 90 Formaten, auf den Pixel genau:',
    style:
      'Ein Porträt in einem fertigen Stil oder nach Ihrer Beschreibung; eine kleine Vorschau mit Wasserzeichen ist kostenlos (preview=1):',
  },
  habits: {
    title: 'Gute Praxis',
    items: [
      'Schlüssel gehören auf einen Server, einer pro Programm: So können Sie einen sperren, ohne die anderen anzurühren.',
      'Senden Sie mit jedem Bild einen Header `Idempotency-Key`: Wird eine Anfrage innerhalb von 24 Stunden wiederholt, kommt die erste Antwort noch einmal und wird nicht doppelt berechnet.',
      'Stellen Sie das Zeitlimit Ihres Clients auf eine Minute: Neuronale Netze brauchen auf einem gewöhnlichen Prozessor Sekunden, unter Last mehr.',
      'Bei `429` und `503` so viele Sekunden warten, wie in `Retry-After` stehen.',
    ],
  },
}

export const errors: typeof en.errors = {
  title: 'Fehler',
  lead: 'Jeder Fehler sagt, was falsch war und was erlaubt ist. Fehler werden nie berechnet.',
  shape: 'Alle Fehler unter `/v1` sehen so aus:',
  status: 'Status',
  code: 'Code',
  meaning: 'Wann',
  sample:
    '{"errors": {"code": "validation error", "message": "bg_color must be transparent, white or a colour as #RRGGBB"}}',
  advice: {
    title: 'Was zu tun ist',
    items: [
      '`400` und `422` betreffen dieses Foto oder diese Parameter: Dieselbe Anfrage wird wieder abgewiesen.',
      '`402` heißt, dass Ihr Guthaben nicht reicht. Vorschauen gehen weiterhin.',
      '`429` und `503` sind vorübergehend: `Retry-After` Sekunden warten und noch einmal versuchen.',
      '`500` ist unser Fehler: einmal wiederholen, dann dem Betreiber den Header `X-Request-Id` nennen.',
    ],
  },
}

export const limits: typeof en.limits = {
  title: 'Limits',
  lead: 'So ist dieser Server eingestellt.',
  what: 'Limit',
  value: 'Wert',
  names: {
    upload: 'Größte Datei',
    bytes: (n) => `${n} Bytes`,
    pixels: 'Maße des Fotos',
    pixelsValue: (megapixels) => `unter ${megapixels} Megapixeln, längste Seite 32 bis 10.000 px`,
    rate: 'Bilder pro Minute und Schlüssel',
    rateNote: 'Der Betreiber kann für einen Schlüssel ein anderes Limit festlegen.',
    ttl: 'Aufbewahrung der Ergebnisse',
    preview: 'Längste Seite einer Vorschau',
    full: 'Längste Seite eines vollen Ergebnisses',
    style: 'Längste Seite eines Porträts im Stil',
    prompt: 'Längste Beschreibung',
    promptValue: '500 Zeichen',
  },
  prices: {
    title: 'Preise',
    operation: 'Operation',
    price: 'Preis',
    rows: (prices) => [
      ['Freistellen, `size=preview`', 'kostenlos, mit Wasserzeichen, Kanten in der Feinheit von 640 px'],
      ['Freistellen, `size=full`', count.price(prices.remove)],
      ['Passbild, `preview=1`', 'kostenlos, mit Wasserzeichen, höchstens 400 px'],
      ['Passbild, einzeln oder als Druckbogen', count.price(prices['id-photo'])],
      ['Porträtstil, `preview=1`', 'kostenlos, mit Wasserzeichen, höchstens 400 px'],
      ['Porträtstil', count.price(prices['portrait-style'])],
    ],
    note: 'Guthaben wird reserviert, solange eine Anfrage läuft, und erst abgebucht, wenn ihr Ergebnis fertig ist. Unbegrenzte Konten zahlen nichts, und ihre Vorschauen haben kein Wasserzeichen.',
  },
  headers: {
    title: 'Header der Antwort',
    items: [
      '`X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`: Ihr Ratenlimit, wie viel davon übrig ist und wann es zurückgesetzt wird (Unix-Sekunden).',
      '`X-Silhouette-Notice`: bei Ergebnissen mit Wasserzeichen, warum sie eines haben und was zu tun ist.',
      '`Retry-After`: bei `429` und `503`, in Sekunden.',
      '`X-Request-Id`: bitte angeben, wenn Sie ein Problem melden.',
    ],
  },
}

export const migration: typeof en.migration = {
  title: 'Umstieg von remove.bg',
  lead: 'Die API von remove.bg endet am 1. Dezember 2026. Die Endpunkte unter `/v1.0` folgen hier ihren Konventionen. Baut Ihr Code seine HTTP-Anfragen selbst, ändern Sie dreierlei: den Host, den Schlüssel und `size`, denn ohne diese Angabe sind Ergebnisse hier kostenlos, aber klein und mit Wasserzeichen.',
  check: 'Prüfen Sie, was Ihre eigenen Fotos und Parameter ergeben. Es kostet nichts.',
  same: {
    title: 'Was gleich ist',
    items: [
      'Anfrage: `X-Api-Key`; multipart, urlencoded oder JSON; `image_file`, `image_file_b64` oder `image_url`.',
      'Parameter: `size`, `type`, `format`, `roi`, `crop`, `scale`, `position`, `channels`, `bg_color`, `bg_image_url` und mehr. Unbekannte Felder werden ignoriert.',
      'Antwort: das Bild selbst, oder base64 in JSON mit `Accept: application/json`.',
      'Fehler: `{"errors": [{"title", "code", "detail"}]}`.',
    ],
  },
  differs: {
    title: 'Was anders ist',
    what: 'Thema',
    here: 'Hier',
    rows: [
      ['`preview`, `small`, `regular`', 'kostenlos, längste Seite 640 px, mit Wasserzeichen'],
      ['`medium`, `hd`, `4k`, `full`, `50MP`', 'kosten Credits; bis zu 1,5, 4, 25, 25, 50 Megapixel'],
      ['`auto`', '`full`, wenn das Guthaben reicht, sonst `preview`'],
      ['Schatten, `semitransparency`', 'angenommen, ohne Wirkung'],
      ['Dauer', 'einige Sekunden auf einem gewöhnlichen Prozessor: Zeitlimit des Clients auf eine Minute stellen'],
    ],
  },
  note: 'Dies ist eine Kompatibilitätsschicht für die wichtigsten HTTP-Aufrufe, kein Ersatz für die offiziellen SDKs, in denen der Host fest eingebaut ist. Silhouette hat mit remove.bg nichts zu tun.',
}

export const formats: typeof en.formats = {
  title: 'Passbildformate',
  lead: 'Maße, Farben und Dateigrößen aller Formate. Wir können nicht versprechen, dass eine Behörde ein Foto annimmt: Prüfen Sie deren aktuelle Regeln.',
  search: 'Nach Name, Land oder Maß suchen',
  placeholder: 'usa passport, Japan, 35x45 …',
  found: (n) => (n === 1 ? '1 Format' : `${n} Formate`),
  none: 'Kein Format passt. Versuchen Sie ein Land oder ein Maß in Millimetern.',
  format: 'Format',
  size: 'Maß',
  background: 'Hintergrund',
  head: 'Kopf',
  file: 'Datei',
  dpi: (n) => `${n} dpi`,
  tryNamed: (name) => `${name} ausprobieren`,
  headOf: (min, max, crown) =>
    `${min}–${max} %, bis ${crown === 'hair' ? 'zum Scheitel samt Haar' : 'zum Scheitel ohne Haar'}`,
  fileOf: (min, max) => {
    if (min !== null && max !== null) return `${min}–${max} kB`
    if (max !== null) return `bis ${max} kB`
    if (min !== null) return `ab ${min} kB`
    return 'beliebig'
  },
  policies: {
    unknown: '',
    rejected: 'Lehnt bearbeitete Hintergründe ab',
    in_person_or_certified: 'Nur Fotos von vor Ort oder von zertifizierten Fotografen',
  },
}

export const gallery: typeof en.gallery = {
  title: 'Stilgalerie',
  lead: 'Von diesem Server aus seinem Beispielfoto gemalt. Beim ersten Mal braucht ein Bild ein paar Sekunden.',
  search: 'Stile suchen',
  placeholder: 'ink, warm, retro …',
  none: 'Kein Stil passt.',
  found: (n) => (n === 1 ? '1 Stil' : `${n} Stile`),
  tryNamed: (name) => `${name} ausprobieren`,
}
