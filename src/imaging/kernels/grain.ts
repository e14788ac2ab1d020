/** See kernels/grain.ts for what this does, and src/imaging/style/finish/grain.ts for when. */
import { type Address, kernel } from './memory.js'

export const addGrain =
  kernel<(picture: Address, red: Address, green: Address, blue: Address, area: number, strength: number) => void>(
    'addGrain',
  )
