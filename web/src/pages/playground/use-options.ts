/** The options of all three operations, kept while switching between them. Links may preset them. */
import { useState } from 'preact/hooks'
import type { Catalog } from '../../api/types.js'
import type { Operation } from '../../code-samples.js'
import { rewriteQuery, route } from '../../router.js'
import { useStore } from '../../state/store.js'
import { firstIdPhotoOptions, type IdPhotoOptions, idPhotoFields } from './id-photo-fields.js'
import { defaultRemoveOptions, type RemoveOptions, removeFields } from './remove-options.js'
import { defaultStyleOptions, type StyleOptions, styleFields } from './style-options.js'

export interface Options {
  readonly remove: RemoveOptions
  readonly 'id-photo': IdPhotoOptions
  readonly 'portrait-style': StyleOptions
}

export const operations: readonly Operation[] = ['remove', 'id-photo', 'portrait-style']

export function useOptions(catalog: Catalog) {
  const { query } = useStore(route)
  const operation = operations.find((known) => known === query.get('operation')) ?? 'remove'
  const [options, setOptions] = useState<Options>(() => ({
    remove: defaultRemoveOptions,
    'id-photo': firstIdPhotoOptions(catalog, query.get('spec') ?? undefined),
    'portrait-style': { ...defaultStyleOptions, style: query.get('style') ?? defaultStyleOptions.style },
  }))
  const chooseOperation = (chosen: Operation): void => rewriteQuery(new URLSearchParams({ operation: chosen }))
  return { operation, chooseOperation, options, setOptions, fields: fieldsOf(operation, options) }
}

function fieldsOf(operation: Operation, options: Options): Record<string, string> {
  switch (operation) {
    case 'remove':
      return removeFields(options.remove)
    case 'id-photo':
      return idPhotoFields(options['id-photo'])
    case 'portrait-style':
      return styleFields(options['portrait-style'])
  }
}
