/**
 * Makes what is in dist, step by step, and leaves what is current. Types are stripped and not checked: that is what
 * `npm run check` is for.
 */
import { imported } from './build/imported.js'
import { adviceOnKernels } from './build/kernels.js'
import { PAGE, REFERENCE } from './build/places.js'
import { type Step, takeStep } from './build/step.js'

const steps: readonly Step[] = [
  {
    name: 'program',
    inputs: () => ['src', 'tsconfig.json', 'scripts/build'],
    output: 'dist/main.js',
    load: () => import('./build/program.js'),
  },
  {
    name: 'declarations',
    inputs: () => ['src', 'scripts/build'],
    output: 'dist/types/index.d.ts',
    load: () => import('./build/declarations.js'),
  },
  {
    name: 'reference',
    inputs: () => ['catalog', ...imported('scripts/build/reference.ts')],
    output: REFERENCE,
    load: () => import('./build/reference.js'),
  },
  {
    name: 'page',
    inputs: () => ['web', 'package.json', 'scripts/build', REFERENCE, ...imported('web')],
    output: PAGE,
    load: () => import('./build/page.js'),
  },
]

const advice = adviceOnKernels()
if (advice !== undefined) {
  console.error(advice)
  process.exit(1)
}
for (const step of steps) await takeStep(step)
