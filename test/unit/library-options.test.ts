/** Options of the library that do not exist, or name what does not: refused by name before anything is started. */
import { afterAll, expect, test } from 'vitest'
import { createSilhouette, SilhouetteError } from '../../src/index.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const silhouette = createSilhouette({ dataFolder: temporaryFolder() })
afterAll(() => silhouette.close())

/** As programs without types write them. */
const misspelt = (options: object): never => options as never

test.each<[string, () => Promise<unknown>, string, string]>([
  [
    'removeBackground',
    () => silhouette.removeBackground('none.jpg', misspelt({ formt: 'jpg' })),
    'formt',
    'There is no option formt. Did you mean format?',
  ],
  [
    'idPhoto',
    () => silhouette.idPhoto('none.jpg', misspelt({ spec: 'us_passport', bgColor: 'blue' })),
    'bgColor',
    'There is no option bgColor. The options are spec, size, background, purpose, sheet, copies, sheetPhotos, sheetMargin, sheetGap, sheetFormat, sheetDpi, detail, signal',
  ],
  [
    'the size of an ID photo',
    () => silhouette.idPhoto('none.jpg', misspelt({ size: { width_mm: 35, heightMm: 45 } })),
    'size.width_mm',
    'There is no option size.width_mm. Did you mean size.widthMm?',
  ],
  [
    'stylize',
    () => silhouette.stylize('none.jpg', misspelt({ style: 'comic-book', Strength: 10 })),
    'Strength',
    'There is no option Strength. Did you mean strength?',
  ],
  [
    'a network that is not there',
    () => silhouette.removeBackground('none.jpg', { detail: 'u2net' }),
    'detail',
    "detail must be one of fast, balanced, best; got 'u2net'",
  ],
  [
    'createSilhouette',
    async () => createSilhouette(misspelt({ worker: 2 })),
    'worker',
    'There is no option worker. Did you mean workers?',
  ],
])('%s', async (_name, attempt, option, message) => {
  const refusal = await attempt().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SilhouetteError)
  expect(refusal).toMatchObject({ code: 'invalid_option', option, message })
})

test('one that is undefined is not given', async () => {
  const attempt = silhouette.removeBackground('none.jpg', misspelt({ formt: undefined, format: 'gif' }))
  await expect(attempt).rejects.toMatchObject({ option: 'format' })
})
