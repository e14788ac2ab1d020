/** See kernels/grade.ts for what this does, and src/imaging/style/finish/grade.ts for when. */
import { type Address, kernel } from './memory.js'

export const gradeColours =
  kernel<(colour: Address, area: number, curve: Address, settings: Address, saturation: number, tint: number) => void>(
    'gradeColours',
  )
