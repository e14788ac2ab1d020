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
    `${photos(done)} fertig. Laden Sie sie zuerst herunter; bezahlte bleiben außerdem eine Weile unter „Ergebnisse“.`,
  closeYes: 'Alle entfernen',
  list: 'Fotos des Stapels',
  reading: 'Fotos werden gelesen',
  leftOut: (n) =>
    n === 1 ? '1 Datei ist kein Foto und wurde ausgelassen.' : `${n} Dateien sind keine Fotos und wurden ausgelassen.`,
  tooMany: (n, most) => `${photos(n)} ausgelassen: Ein Stapel hat höchstens ${most}.`,
  unkept:
    'Der Browser hat nicht genug Platz, um alle Fotos zu behalten: Lassen Sie diese Seite offen, bis alles fertig ist.',
  gone: 'Die Datei konnte nicht gelesen werden. Vielleicht wurde sie verschoben oder gelöscht: Fügen Sie sie neu hinzu.',
  start: (what, n) => `${what}: ${photos(n)}`,
  free: (n) => `${photos(n)}, kostenlose Vorschau`,
  cost: (n, sum) => (n === 1 ? credits(sum) : `${photos(n)}, ${credits(sum)}`),
  short: (covered, all, have) =>
    `Sie haben ${credits(have)}: genug für ${covered} von ${all}. Der Stapel hält dort an und kann später weitergehen.`,
  again: 'Neu machen?',
  againText: (paid, all, sum) =>
    `Fertig und bezahlt: ${photos(paid)}. Mit den neuen Optionen treten neue Bilder an ihre Stelle: ${photos(all)}, ` +
    `${sum === 0 ? 'kostenlose Vorschau' : credits(sum)}. Laden Sie die Ergebnisse zuerst herunter; sie bleiben außerdem ` +
    'eine Weile unter „Ergebnisse“.',
  againYes: (sum) => (sum === 0 ? 'Kostenlose Vorschau machen' : `Für ${credits(sum)} neu machen`),
  nothingLeft: 'Alles ist fertig. Ändern Sie die Optionen, um es neu zu machen.',
  progress: (done, failed, all) =>
    failed === 0 ? `${done} von ${all} fertig` : `${done} von ${all} fertig, ${failed} fehlgeschlagen`,
  cancel: 'Abbrechen',
  goOn: 'Weiter',
  stopped: 'Der Stapel ist angehalten',
  stages: {
    waiting: 'Wartet',
    uploading: 'Wird hochgeladen',
    working: 'In Arbeit',
    paused: 'Wartet auf den Server',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    unreadable: 'Nicht lesbar',
  },
  under: (stage, percent) => `${stage}, ${percent} %`,
  queued: 'In der Warteschlange',
  place: (ahead, span) => (ahead === 0 ? `Als Nächstes, etwa ${span}` : `${ahead} davor, etwa ${span}`),
  progressOf: (name) => `Fortschritt von ${name}`,
  faults: (n) => (n === 1 ? 'Fertig, 1 Anmerkung' : `Fertig, ${n} Anmerkungen`),
  zip: (n) => `${photos(n)} als ZIP herunterladen`,
  zipping: (done, all) => `Packt ${done} von ${all}`,
  zipName: 'silhouette.zip',
  download: (name) => `${name} herunterladen`,
  retry: (name) => `Noch einmal: ${name}`,
  remove: (name) => `${name} entfernen`,
  photoAlt: (name) => `Foto: ${name}`,
  resultAlt: (name) => `Ergebnis: ${name}`,
}
