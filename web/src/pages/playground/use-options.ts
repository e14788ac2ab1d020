/** The options of all three operations, kept while switching between them and for the next visit. Links may preset them. */
import { useEffect, useState } from 'preact/hooks'
import type { Catalog } from '../../api/types.js'
import type { Operation } from '../../code-samples.js'
import { rewriteQuery, route } from '../../router.js'
import { keep, recall } from '../../state/kept-work.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { defaultEdit } from './editor/edit.js'
import { firstIdPhotoOptions, type IdPhotoOptions, idPhotoFields } from './id-photo/id-photo-fields.js'
import { formatsForVisitor } from './id-photo/visitor-formats.js'
import { operations } from './operations.js'
import { firstRemoveOptions, type RemoveOptions, removeFields } from './remove/remove-fields.js'
import { defaultStyleOptions, type StyleOptions, styleFields } from './style/style-options.js'

export interface Options {
  readonly remove: RemoveOptions
  readonly 'id-photo': IdPhotoOptions
  readonly 'portrait-style': StyleOptions
}

export const recallOptions = (): Promise<Partial<Options> | undefined> => recall('options', '')

export function useOptions(catalog: Catalog, kept: Partial<Options> = {}) {
  const { query } = useStore(route)
  const operation = operations.find((known) => known === query.get('operation')) ?? 'remove'
  const [options, setOptions] = useState<Options>(() => firstOptions(catalog, kept, query))
  useEffect(() => keepLatest(options), [options])
  const chooseOperation = (chosen: Operation): void => rewriteQuery(new URLSearchParams({ operation: chosen }))
  return { operation, chooseOperation, options, setOptions }
}

let latest: Options | undefined
let keeping = false

/** A slider changes faster than the disk writes: during a write only the latest state is queued. */
function keepLatest(options: Options): void {
  latest = options
  if (!keeping) void keepAll()
}

async function keepAll(): Promise<void> {
  keeping = true
  for (let next = latest; next; next = latest) {
    latest = undefined
    await keep('options', '', next)
  }
  keeping = false
}

/** A link takes precedence; a format from a link brings its own colour. */
function firstOptions(catalog: Catalog, kept: Partial<Options>, query: URLSearchParams): Options {
  const [spec, style] = [query.get('spec'), query.get('style')]
  return {
    // What an earlier version has kept lacks the options that are new.
    remove: {
      ...firstRemoveOptions(session.get()?.account?.unlimited === true),
      ...kept.remove,
      edit: { ...defaultEdit, ...kept.remove?.edit },
    },
    'id-photo': {
      ...firstIdPhotoOptions(catalog, spec ?? formatsForVisitor(catalog.specs)[0]?.id),
      ...(spec === null && kept['id-photo']),
    },
    'portrait-style': { ...(kept['portrait-style'] ?? defaultStyleOptions), ...(style !== null && { style }) },
  }
}

/** `many`: for each photo of a batch. */
export function fieldsOf(operation: Operation, options: Options, many: boolean): Readonly<Record<string, string>> {
  switch (operation) {
    case 'remove':
      return removeFields(options.remove, many)
    case 'id-photo':
      return idPhotoFields(options['id-photo'])
    case 'portrait-style':
      return styleFields(options['portrait-style'])
  }
}
