/**
 * The hot loops over pixels, in AssemblyScript: TypeScript's syntax with WebAssembly's types, compiled with SIMD by
 * `npm run kernels`. Kernels know neither photos nor files, only numbers at addresses; src/imaging/kernels calls them with
 * planes: each parameter of type `usize` is one.
 */
export { edgeResponse, inkBelow, meanAlongFlow } from './along-flow'
export { divideBy, multiplyBy, multiplyByRest, raiseTo, riseBetween, scaleShares } from './arithmetic'
export { linkCells, resolveUncertain, settleCells, shrinkEvidence, weighColours } from './belonging'
export { enlarge } from './bilinear'
export { lightPicture, lumaOfPicture, mixBetween, mixColour, mixPicture, replaceLevels, sharesOf } from './blend'
export { drawStroke } from './brush'
export { calmest, weighDiscs } from './calmest'
export { addChanges, changesOf, gatherPart, meanOfCells, sampleCells, shrinkPicture } from './cells'
export { cleanLine } from './colour-line'
export { deflateRows, startStream } from './deflate'
export { measureDistances } from './distance'
export { clearRims, coloursBeside, lostInDoubt, removeTint } from './edge-colours'
export { cellsOfPiece, correctPiece, spreadCells } from './edges'
export { enlargeByColour } from './enlarge-by-colour'
export { addDetail, bringHues, exposePicture } from './expose'
export { spreadFlood } from './flood'
export { edgeDirections, gradientProducts, halvePlane } from './flow'
export { gatherBright, screenLight } from './glow'
export { gradeColours } from './grade'
export { addGrain } from './grain'
export { printFour, printOne } from './halftone'
export { densitiesFor, hatchRows, largestIn, layTone, mixAmounts, mixPlanes, workOut } from './hatching'
export { lookAtCells } from './head-cells'
export { perceiveLight, thinInk } from './ink'
export { toLabs } from './lab'
export { shineLamp, shineRims } from './lamps'
export { layOnColour, layOnPicture } from './lay-on'
export { lightnessOf } from './lightness'
export { addNoise } from './noise'
export { normalisePixels, normalisePlanes } from './normalise'
export { finestBrushes, lightSlopes, refineBrushes } from './paint'
export { cleanLevels, dropOthers, fillPerson, sampleMatte, sumRows } from './person'
export { dropCrumbs, floodFromBorders, labelPieces } from './pieces'
export { layPigment } from './pigment'
export { boxMean, convolve, meansOfCells, putColours, takeChannel } from './planes'
export { filterCutout, filterPlane } from './png-filter'
export { countBeside, fadeBlocks, forgetVerdicts, keepLargePieces, senseBackground } from './remnants'
export { hazeBeyond, largestPiece, markForeign } from './residue'
export { resizeCutout } from './resize'
export { sampleBetween, sampleNearest } from './sample-grid'
export { hatchWithPen, ruleLines } from './screen'
export { shiftedProducts } from './shifted-products'
export { greynessOf, keepSkinColours, liftShadows, meanOfSkin } from './skin'
export { softenEdge } from './soft-band'
export { lightSurface, weave } from './surface'
export {
  addCells,
  fillCoarsest,
  fillLevel,
  gatherLevel,
  markCells,
  ownShares,
  spreadMarks,
  toVariances,
  weighDoubt,
} from './surroundings'
export { bringTones, gatherTones, largestOf } from './tone'
export { opaqueSpans, premultiply, warpPicture } from './warp'
export {
  absorbColours,
  addWash,
  dryLoose,
  looseShape,
  loseEdges,
  paintWashes,
  runPaint,
  washShape,
  wetSheet,
} from './wash'
export { dropSpecksFillHoles } from './whole-pieces'

/** Everything from here on is free for the caller to use. */
export function freeMemoryFrom(): usize {
  return __heap_base
}
