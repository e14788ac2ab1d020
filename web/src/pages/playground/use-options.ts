/** The options of all three operations, kept while one goes back and forth; links may set them. */
import { useState } from 'preact/hooks'
import type { Operation } from '../../code-samples.js'
import { place, rewriteQuery } from '../../router.js'
import { useStore } from '../../state/store.js'
import { firstIdPhotoOptions, type IdPhotoOptions, idPhotoFields } from './id-photo-options.js'
import { firstRemoveOptions, type RemoveOptions, removeFields } from './remove-options.js'
import { firstStyleOptions, type StyleOptions, styleFields } from './style-options.js'

export interface Options {
  readonly remove: RemoveOptions
  readonly 'id-photo': IdPhotoOptions
  readonly 'portrait-style': StyleOptions
}

export const operations: readonly Operation[] = ['remove', 'id-photo', 'portrait-style']

export function useOptions() {
  const { query } = useStore(place)
  const operation = operations.find((known) => known === query.get('operation')) ?? 'remove'
  const [options, setOptions] = useState<Options>(() => ({
    remove: firstRemoveOptions,
    'id-photo': { ...firstIdPhotoOptions, spec: query.get('spec') ?? firstIdPhotoOptions.spec },
    'portrait-style': { ...firstStyleOptions, style: query.get('style') ?? firstStyleOptions.style },
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
