/** Ausprobieren mit mehreren Fotos auf einmal. */
import type * as en from '../en/batch.js'

const photos = (n: number): string => (n === 1 ? '1 Foto' : `${n} Fotos`)
const credits = (n: number): string => (n === 1 ? '1 Credit' : `${n} Credits`)

export const batch: typeof en.batch = {
  photos,
  add: 'Fotos hinzufügen',
  addFolder: 'Ordner hinzufügen',
  close: 'Alle entfernen',
  closeTitle: 'Alle Fotos und Ergebnisse entfernen?',
  closeText: (done) =>
    `${photos(done)} ${done === 1 ? 'ist' : 'sind'} fertig. Laden Sie die Ergebnisse zuerst herunter. Bezahlte bleiben außerdem eine Weile unter „Ergebnisse“.`,
  closeYes: 'Alle entfernen',
  list: 'Fotos des Stapels',
  leftOut: (n) =>
    n === 1 ? '1 Datei ist kein Foto und wurde ausgelassen.' : `${n} Dateien sind keine Fotos und wurden ausgelassen.`,
  tooMany: (n, most) => `${photos(n)} ${n === 1 ? 'wurde' : 'wurden'} ausgelassen: Ein Stapel fasst ${most}.`,
  unkept:
    'Der Browser hat nicht genug Platz, um alle Fotos zu speichern: Lassen Sie diese Seite offen, bis alles fertig ist.',
  gone: 'Die Datei konnte nicht gelesen werden. Vielleicht wurde sie verschoben oder gelöscht: Fügen Sie sie neu hinzu.',
  start: (what, n) => `${what}: ${photos(n)}`,
  free: (n) => `${photos(n)}, kostenlose Vorschau`,
  cost: (n, sum) => (n === 1 ? credits(sum) : `${photos(n)}, ${credits(sum)}`),
  short: (covered, all, have) =>
    `Sie haben ${credits(have)}, genug für ${covered} von ${all}. Der Stapel hält dort an; Sie können ihn später fortsetzen.`,
  again: 'Neu erstellen?',
  againText: (paid, all, sum) =>
    `${photos(paid)} ${paid === 1 ? 'ist' : 'sind'} fertig und bezahlt. Die neuen Optionen ersetzen alle Bilder: ${photos(all)}, ` +
    `${sum === 0 ? 'kostenlose Vorschau' : credits(sum)}. Laden Sie die Ergebnisse zuerst herunter; sie bleiben außerdem ` +
    'eine Weile unter „Ergebnisse“.',
  againYes: (sum) => (sum === 0 ? 'Kostenlose Vorschau erstellen' : `Für ${credits(sum)} neu erstellen`),
  nothingLeft: 'Alles ist fertig. Ändern Sie die Optionen, um die Bilder neu zu erstellen.',
  progress: (done, failed, all) =>
    failed === 0 ? `${done} von ${all} fertig` : `${done} von ${all} fertig, ${failed} fehlgeschlagen`,
  cancel: 'Abbrechen',
  goOn: 'Fortsetzen',
  stopped: 'Der Stapel ist angehalten',
  stages: {
    waiting: 'Wartet',
    uploading: 'Wird hochgeladen',
    working: 'Wird bearbeitet',
    paused: 'Wartet auf den Server',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    unreadable: 'Nicht lesbar',
  },
  under: (stage, percent) => `${stage}, ${percent} %`,
  queued: 'In der Warteschlange',
  place: (ahead, span) => (ahead === 0 ? `Als Nächstes, etwa ${span}` : `${ahead} davor, etwa ${span}`),
  progressOf: (name) => `Fortschritt von ${name}`,
  faults: (n) => (n === 1 ? 'Fertig, 1 Warnung' : `Fertig, ${n} Warnungen`),
  review: (n) => (n === 1 ? '1 Foto zum Ansehen' : `${n} Fotos zum Ansehen`),
  reviewHint: 'An den anderen ist dem Server nichts aufgefallen.',
  reasons: 'Worauf zu achten ist',
  keepAll: 'Alle behalten',
  keep: 'Behalten',
  best: (price) => `In bester Qualität neu (${price === 0 ? 'kostenlos' : credits(price)})`,
  retouch: (price) => (price === 0 ? 'Nachbessern' : `Nachbessern (${credits(price)})`),
  actionOf: (action, name) => `${action}: ${name}`,
  retouching: (name) => `${name} nachbessern`,
  retouched: 'Fertig',
  leave: 'Zurück ohne Änderung',
  zip: (n) => `${photos(n)} als ZIP herunterladen`,
  zipping: (done, all) => `${done} von ${all} gepackt`,
  zipName: 'silhouette.zip',
  download: (name) => `${name} herunterladen`,
  retry: (name) => `Erneut versuchen: ${name}`,
  remove: (name) => `${name} entfernen`,
  photoAlt: (name) => `Foto: ${name}`,
  resultAlt: (name) => `Ergebnis: ${name}`,
}
