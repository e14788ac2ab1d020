/** Die Seite zum Ausprobieren. */
import type * as en from '../en/playground.js'
import { count } from './common.js'

export const playground: typeof en.playground = {
  title: 'Ausprobieren',
  lead: 'Probieren Sie alles am eigenen Foto aus. Die Seite ruft die öffentliche API auf: Was hier geht, geht auch im Code.',
  operation: 'Operation',
  operations: { remove: 'Freistellen', 'id-photo': 'Passbild', 'portrait-style': 'Porträtstil' },
  options: 'Optionen',
  format: 'Format',
  formats: { auto: 'Auto', png: 'PNG', jpg: 'JPEG' },
}

export const photo: typeof en.photo = {
  title: 'Foto',
  drop: 'Foto hier ablegen',
  dropHint:
    'oder mehrere, oder eines oder seine Webadresse aus der Zwischenablage einfügen. JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF oder GIF.',
  dropNow: 'Zum Verwenden loslassen',
  choose: 'Foto wählen',
  sampleGroup: 'Beispielfoto',
  samplePortrait: 'Beispielporträt',
  samples: 'Kein Foto zur Hand?',
  many: 'Viele Fotos?',
  chooseFolder: 'Ordner wählen',
  another: 'Anderes Foto',
  alt: (name) => `Ihr Foto: ${name}`,
  cannotShow: 'Dieser Browser kann die Datei nicht anzeigen. Ob der Server sie lesen kann, zeigt sich beim Senden.',
  tooLarge: (limit) => `Die Datei ist größer als ${limit}, mehr erlaubt dieser Server nicht.`,
  sampleFailed: 'Das Beispielfoto fehlt. Es wird bei der Einrichtung des Servers geladen.',
  pasted: 'eingefuegt.png',
  linked: 'verlinkt',
}

export const run: typeof en.run = {
  costs: 'Preis',
  free: 'Kostenlos',
  cost: count.price,
  have: (credits) => `Sie haben ${credits}.`,
  notEnough: (credits) =>
    credits === 0 ? 'Ihr Guthaben ist aufgebraucht.' : `Sie haben nur ${credits} ${count.credits(credits)}.`,
  onlyOnSuccess: 'Wird nur bei Erfolg berechnet.',
  start: { remove: 'Freistellen', 'id-photo': 'Passbild erstellen', 'portrait-style': 'Porträt malen' },
  startWith: (start, what) => `${start}: ${what}`,
  outdated: 'Die Optionen haben sich seither geändert. Erstellen Sie das Bild neu, um sie anzuwenden.',
  made: 'Sie haben dieses Ergebnis schon. Sie können es beliebig oft herunterladen.',
  madePaid: 'Sie haben dieses Ergebnis schon, und es ist bezahlt. Sie können es beliebig oft herunterladen.',
  saveMade: 'Ergebnis herunterladen',
  againFree: 'Neu erstellen',
  again: (cost) => `Neu erstellen: ${cost}`,
  againTitle: 'Neu erstellen?',
  againText: (cost) =>
    `Sie haben dieses Ergebnis schon, vom selben Foto mit denselben Optionen. Es neu zu erstellen kostet ${cost}.`,
  againYes: (cost) => `Für ${cost} neu erstellen`,
  preview: 'Vorschau (kostenlos)',
  isPreview: {
    'id-photo':
      'Das ist eine kostenlose Vorschau. „Passbild erstellen“ liefert es in voller Größe und ohne Wasserzeichen.',
    'portrait-style':
      'Das ist eine kostenlose Vorschau. „Porträt malen“ liefert es in voller Größe und ohne Wasserzeichen.',
  },
  needPhoto: 'Wählen Sie zuerst ein Foto.',
  uploading: 'Wird hochgeladen',
  working: 'Wird bearbeitet',
  queued: (ahead) => (ahead === 0 ? 'Als Nächstes an der Reihe' : `In der Warteschlange, ${ahead} davor`),
  left: (span) => `noch etwa ${span}`,
  fetching: 'Ergebnis wird geholt',
  elapsed: (elapsed, typical) =>
    typical === undefined ? `bisher ${elapsed}` : `bisher ${elapsed}, meist etwa ${typical}`,
  cancel: 'Abbrechen',
  cancelled: 'Abgebrochen. Es wurde nichts berechnet.',
  done: (seconds) => `Fertig in ${seconds}.`,
  failed: 'Das hat nicht geklappt',
}

export const remove: typeof en.remove = {
  size: 'Größe',
  sizes: { preview: 'Vorschau', full: 'Voll' },
  sizeHint: {
    preview: 'Kostenlos; mit Wasserzeichen und gröberen Kanten, außer bei unbegrenzten Konten.',
    full: 'Ohne Wasserzeichen, feine Kanten.',
  },
}

export const presets: typeof en.presets = {
  preset: 'Gemacht für',
  none: 'Keine Vorlage',
  noneFacts: 'wie das Foto',
  groups: { marketplace: 'Marktplätze', shop: 'Shops', social: 'Soziale Netze', profile: 'Profilbilder' },
  colours: { '#FFFFFF': 'weiß', transparent: 'transparent' },
  round: 'rund',
}

export const idPhoto: typeof en.idPhoto = {
  by: 'Größe nach',
  ways: { format: 'Amtliches Format', size: 'Eigenes Maß' },
  spec: 'Format',
  search: 'Nach Name, Land oder Maß suchen',
  searchPlaceholder: 'usa passport, Japan, 35x45 …',
  chosen: (name) => `Gewählt: ${name}`,
  choose: 'Wählen Sie ein Format aus der Liste.',
  hidden: (name) => `Wählen Sie ein Format aus der Liste: Ihre Suche verbirgt ${name}.`,
  unit: 'Einheit',
  units: { mm: 'Millimeter', px: 'Pixel' },
  sizeFields: {
    width_mm: 'Breite, mm',
    height_mm: 'Höhe, mm',
    width_px: 'Breite, px',
    height_px: 'Höhe, px',
    dpi: 'Pixel pro Zoll',
    max_kb: 'Größte Datei, kB',
    head_min: 'Kleinster Kopf, %',
    head_max: 'Größter Kopf, %',
  },
  between: (min, max) => `${min} bis ${max}`,
  needSize: 'Geben Sie Breite und Höhe ein.',
  noLimit: 'kein Limit',
  headHint:
    'Erforderlich sind nur Breite und Höhe. Der Kopf wird vom Kinn bis zum Scheitel samt Haar gemessen, in Prozent der Bildhöhe.',
  found: (n) => (n === 1 ? '1 Format' : `${n} Formate`),
  none: 'Kein Format passt. Versuchen Sie ein Land oder ein Maß in Millimetern.',
  background: 'Hintergrund',
  custom: 'Eigene Farbe',
  otherColours: 'Andere Farben',
  colours: {
    white: 'Weiß',
    off_white: 'Gebrochenes Weiß',
    blue: 'Blau',
    red: 'Rot',
    light_blue: 'Hellblau',
    light_grey: 'Hellgrau',
    cream: 'Creme',
    royal_blue: 'Königsblau',
    cn_light_blue: 'Hellblau (China)',
    cn_light_grey: 'Hellgrau (China)',
  },
  purpose: 'Für',
  purposes: { upload: 'Upload', print: 'Druck' },
  purposeHint: {
    upload: 'Mit den Pixeln und Kilobytes, die Portale verlangen.',
    print: 'In genauen Millimetern, mit 300 bis 600 dpi: so vielen, wie Ihr Foto Pixel dafür hat.',
  },
  customColour: 'Andere Hintergrundfarbe',
  notListed: 'Die Behörde nennt diese Farbe nicht; darauf weist das Ergebnis hin.',
  guides: 'Hilfslinien für Kopf und Augen zeigen',
  guideNames: { top: 'Scheitel', eyes: 'Augenlinie', chin: 'Kinn' },
  guidesHint: 'Flächen zeigen, was das Format erlaubt, Linien, was wir anstreben.',
  faults: 'Mögliche Mängel dieses Fotos',
  noFaults: 'Soweit wir messen können, hat dieses Foto keine Mängel.',
  notes: 'Zur Behörde',
  disclaimer: 'Wir können nicht versprechen, dass eine Behörde ein Foto annimmt.',
  policies: {
    unknown: '',
    rejected: 'Diese Behörde lehnt Fotos ab, deren Hintergrund mit Software verändert wurde.',
    in_person_or_certified:
      'Diese Behörde nimmt nur Fotos an, die vor Ort oder von zertifizierten Fotografen aufgenommen wurden.',
  },
  alt: (name) => `Das fertige Passbild: ${name}`,
  sheet: {
    label: 'Ausgabe',
    single: 'Ein Foto',
    own: 'Druckbogen, eigenes Papiermaß',
    papers: {
      '4x6': '4 × 6 Zoll',
      '6in': '6 Zoll',
      '5in': '5 Zoll',
      a4: 'A4',
      letter: 'US Letter',
      '10x15': '10 × 15 cm',
      '13x18': '13 × 18 cm',
      a5: 'A5',
      a6: 'A6',
    },
    fields: {
      sheet: 'Papier',
      copies: 'Anzahl',
      sheet_photos: 'Weitere Formate auf dem Bogen',
      sheet_margin: 'Rand, mm',
      sheet_gap: 'Abstand, mm',
      sheet_format: 'Datei',
      sheet_dpi: 'Auflösung',
    },
    paperWidth: 'Papierbreite, mm',
    paperHeight: 'Papierhöhe, mm',
    asManyAsFit: 'so viele wie passen',
    edgeToEdge: (n: number): string => `Mit Rand und Abstand 0 sind es ${n}, zum Schneiden mit der Schlagschere.`,
    otherFormat: (n) => `Format ${n}`,
    otherCopies: (n) => `Anzahl von Format ${n}`,
    addFormat: 'Format hinzufügen',
    removeFormat: (n) => `Format ${n} entfernen`,
    formats: { jpg: 'JPEG', pdf: 'PDF' },
    densities: { '300': '300 dpi', '600': '600 dpi' },
    named: (paper, copies) => {
      if (copies === undefined) return `Druckbogen, ${paper}`
      return copies === 0 ? `${paper}: zu klein` : `Druckbogen, ${paper}: ${copies} ${copies === 1 ? 'Foto' : 'Fotos'}`
    },
    hint: 'Mit Schnittlinien. Mit 100 % drucken, nicht „an Seite anpassen“. Ein PDF hat so viele Seiten wie nötig.',
    print: 'Drucken',
    openPdf: 'PDF zum Drucken öffnen',
    noWarnings: 'keine Hinweise',
    tooSmall: 'Das Foto passt nicht auf dieses Papier: Wählen Sie einen anderen Bogen.',
    alt: (name) => `Druckbogen: ${name}`,
  },
}

export const style: typeof en.style = {
  style: 'Stil',
  category: 'Kategorie',
  all: 'Alle',
  categories: {
    painting: 'Malerei',
    drawing: 'Zeichnung',
    print: 'Druck',
    illustration: 'Illustration',
    photo: 'Foto',
  },
  prompt: 'Beschreibung',
  promptHint:
    'Optional. Ersetzt den gewählten Stil oder verändert ihn („wärmer, weicher“). Versteht Techniken, Künstler, Epochen, ' +
    'Farben, Licht, Stimmung und Hintergründe; fügt keine Hüte oder Drachen hinzu. Die kostenlose Vorschau zeigt, was daraus wird.',
  examples: 'Beispiele',
  prompts: [
    'warmes Ölgemälde auf dunkelgrünem Hintergrund',
    'Tuschezeichnung, hellblauer Hintergrund',
    'verträumtes Aquarell, weiches Licht',
    'Pixelkunst',
    'van Gogh bei Nacht, kräftige Konturen',
  ],
  strength: 'Stärke',
  recipe: 'Woraus es gemacht ist',
  recipeNames: {
    style: 'Stil',
    colours: 'Farben',
    light: 'Licht',
    background: 'Hintergrund',
    line: 'Linien',
    texture: 'Oberfläche',
    strength: 'Stärke',
    instead: 'Stattdessen gemalt',
    without: 'Weggelassen',
    'not added': 'Nicht hinzugefügt',
    'not understood': 'Nicht verstanden',
  },
  slider: 'Trennlinie zwischen Foto und Gemälde',
  before: 'Foto',
  after: 'Gemälde',
}

export const result: typeof en.result = {
  download: 'Herunterladen',
  saveFailed:
    'Die Datei konnte nicht erstellt werden: Der Browser hat keinen Speicher mehr. Versuchen Sie es noch einmal oder schneiden Sie das Bild zu.',
  copyAddress: 'URL des Ergebnisses kopieren',
  alt: 'Das Ergebnis',
  code: 'Dasselbe im Code',
  codeHint: 'Genau dieser Aufruf. Exportieren Sie zuvor Ihren Schlüssel als SILHOUETTE_KEY.',
  beyondCall: 'Bild und Pinsel wendet diese Seite an, nicht der Aufruf.',
}

export const advice: typeof en.advice = {
  byCode: {
    unreachable: 'Prüfen Sie, ob der Server läuft und ob Sie online sind, und versuchen Sie es noch einmal.',
    authentication_failed:
      'Der Schlüssel dieser Seite ist abgelaufen. Laden Sie die Seite neu, um einen neuen zu bekommen.',
    not_enough_credit:
      'Bitten Sie den Betreiber dieses Servers um Guthaben oder begnügen Sie sich mit einer kostenlosen Vorschau.',
    throttled: 'Zu viele Bilder in einer Minute. Warten Sie kurz und versuchen Sie es noch einmal.',
    service_busy: 'Der Server ist überlastet. Versuchen Sie es gleich noch einmal.',
    internal_error:
      'Das ist unser Fehler. Versuchen Sie es noch einmal; bleibt es dabei, nennen Sie dem Betreiber dieses Servers die Anfrage-ID.',
    'validation error': 'Prüfen Sie Foto und Optionen und versuchen Sie es noch einmal.',
    invalid_image: 'Versuchen Sie ein anderes Foto.',
  },
  byMessage: [
    ['No face was found that has the colour of skin', 'Nehmen Sie ein Farbfoto von einem lebenden Menschen.'],
    ['No face was found', 'Nehmen Sie ein Foto von vorn, das das ganze Gesicht zeigt.'],
    ['More than one face', 'Beschneiden Sie das Foto so, dass nur eine Person zu sehen ist.'],
    ['The face is too small', 'Gehen Sie näher heran oder nehmen Sie ein Foto mit mehr Pixeln.'],
    ['The top of the head', 'Lassen Sie über dem Haar etwas Platz.'],
    ['The photo ends too close', 'Zeigen Sie die Schultern; die Meldung sagt, wie viel fehlt.'],
    ['The body is cut off', 'Lassen Sie neben beiden Schultern Platz.'],
    ['The head is turned', 'Blicken Sie gerade in die Kamera.'],
    ['No foreground was found', 'Nehmen Sie ein Foto, das deutlich eine Person, ein Tier oder einen Gegenstand zeigt.'],
    ['The file is a HEIC', 'Senden Sie das Foto als JPEG.'],
    [
      'The file is not',
      'Nehmen Sie eine Datei in JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF oder GIF; wandeln Sie andere Formate zuerst um.',
    ],
  ],
  nothingCharged: 'Es wurde nichts berechnet.',
  wait: (seconds) => `In ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal versuchen.`,
  requestId: (id) => `Anfrage-ID: ${id}`,
}
