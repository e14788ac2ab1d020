/** One step of a recipe: its options as data, and what it does to the canvas. */
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Canvas } from './pixels/canvas.js'
import type { Scene } from './scene.js'

export interface StepKind<Options extends TProperties> {
  readonly options: Options
  paint(canvas: Canvas, scene: Scene, options: Static<TObject<Options>>): void
}

export const defineStep = <Options extends TProperties>(
  options: Options,
  paint: StepKind<Options>['paint'],
): StepKind<Options> => ({ options, paint })

/** Schemas for the options of steps. */
export const share = () => Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))
export const needed = (minimum: number, maximum: number) => Type.Number({ minimum, maximum })
export const amount = (minimum: number, maximum: number) => Type.Optional(needed(minimum, maximum))
export const flag = () => Type.Optional(Type.Boolean())
export const hex = () => Type.String({ pattern: '^#[0-9a-f]{6}$' })
