/** What saved files are called. */
import { playground } from '#texts/playground'
import type { Operation } from '../../../code-samples.js'

const suffixes: Readonly<Record<Operation, string>> = {
  remove: 'cutout',
  'id-photo': 'id-photo',
  'portrait-style': 'painted',
}

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
}

interface Named {
  readonly operation: Operation
  readonly photoName: string
  readonly fields: Readonly<Record<string, string>>
  /** Of the file. */
  readonly type: string
}

/** `holiday.jpeg` → `holiday-cutout.png`, `holiday-amazon_main.jpg`, `holiday-id-photo-4x6.jpg` */
export function fileNameOf({ operation, photoName, fields, type }: Named): string {
  const stem = photoName.replace(/\.[^.]*$/, '') || playground.title
  const kind = [fields.preset ?? suffixes[operation], fields.sheet, fields.preview && 'preview']
    .filter(Boolean)
    .join('-')
  return `${stem}-${kind}.${endings[type] ?? 'jpg'}`
}
