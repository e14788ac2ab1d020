/** A single photo, for which somebody waits: the routes answer with the result. */
import { LOW_CONFIDENCE } from '../../catalog/cutout-warnings.js'
import type { CutoutParameters, IdPhotoParameters, RemoveParameters, StyleParameters } from '../../client/index.js'
import type { Way } from './server-picture.js'

export const atOnce: Way = (client, signal) => async (operation, parameters) => {
  switch (operation) {
    case 'cutout': {
      const result = await client.cutout(parameters as CutoutParameters, { signal })
      const { picture, width, height, foreground, confidence } = result
      const warnings = confidence !== undefined && confidence < LOW_CONFIDENCE ? ['low_confidence'] : []
      return { picture, width, height, foreground, warnings, ...(confidence !== undefined && { confidence }) }
    }
    case 'remove': {
      const result = await client.remove(parameters as RemoveParameters, { signal })
      const { warnings, confidence, pictures } = result
      const picture = await client.download(result, { signal })
      return { picture, warnings, pictures, ...(confidence !== undefined && { confidence }) }
    }
    case 'id-photo': {
      const result = await client.idPhoto(parameters as unknown as IdPhotoParameters, { signal })
      const { warnings, formats } = result
      return { picture: await client.download(result, { signal }), warnings, formats }
    }
    case 'portrait-style': {
      const result = await client.portraitStyle(parameters as unknown as StyleParameters, { signal })
      return { picture: await client.download(result, { signal }), warnings: [], recipe: result.recipe }
    }
  }
}
