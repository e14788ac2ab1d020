/** Names of results, such as `{folder}/{name}-{preset}.{ext}`: checked once, filled in for every photo. */
import { UsageError } from '../command.js'

const FIELDS = ['name', 'preset', 'ext', 'folder', 'n'] as const
export type NameField = (typeof FIELDS)[number]

const FIELD = /\{([^{}]*)\}/g

const fieldsIn = (template: string): string[] => Array.from(template.matchAll(FIELD), ([, field = '']) => field)

export const hasField = (template: string, field: NameField): boolean => fieldsIn(template).includes(field)

/** Whether it says itself which folder below that of the results a file goes to; otherwise folders are mirrored. */
export const namesFolder = (template: string): boolean => template.includes('/') || hasField(template, 'folder')

/** Whatever photos are called, their results stay below the folder of results. */
export function checkTemplate(template: string): void {
  const refuse = (fault: string): never => {
    throw new UsageError(`--name ${fault}; got '${template}'`)
  }
  const unknown = fieldsIn(template).find((field) => !FIELDS.some((known) => known === field))
  const allowed = FIELDS.map((field) => `{${field}}`).join(', ')
  if (unknown !== undefined) refuse(`knows no {${unknown}}: there are ${allowed}`)
  if (/[{}]/.test(template.replaceAll(FIELD, ''))) refuse(`has a brace without its other half: there are ${allowed}`)
  if (!template.endsWith('.{ext}')) refuse('must end in .{ext}')
  if (/[\\:\p{Cc}]/u.test(template)) refuse('may have slashes, but no backslash, colon or control character')
  const steps = template.split('/')
  if (steps.some((step) => /^\.*$/.test(step))) refuse('must name a file below the folder of results')
}

export const fillTemplate = (template: string, values: Readonly<Record<NameField, string>>): string =>
  template
    .replaceAll(FIELD, (_, field: NameField) => values[field])
    .split('/')
    .filter((step) => step !== '')
    .map(notUpwards)
    .join('/')

/** A photo may be called `...jpg`, which is `..` without its ending. */
const notUpwards = (step: string): string => (/^\.+$/.test(step) ? `_${step}` : step)
