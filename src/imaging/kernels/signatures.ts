/** Made of kernels/ by `npm run kernels`: what each of them does is told there. */
import type { Region } from './region.js'

export interface Kernels {
  edgeResponse(narrow: Region, wide: Region, area: number, sharpness: number, out: Region): void
  inkBelow(plane: Region, area: number, threshold: number, softness: number): void
  meanAlongFlow(
    plane: Region,
    flowX: Region,
    flowY: Region,
    width: number,
    height: number,
    steps: number,
    wanted: Region,
    threshold: number,
    limit: number,
    out: Region,
    cell: number,
    cells: Region,
  ): void
  divideBy(plane: Region, other: Region, area: number, least: number): void
  multiplyBy(plane: Region, other: Region, area: number): void
  multiplyByRest(plane: Region, other: Region, area: number): void
  raiseTo(plane: Region, other: Region, area: number): void
  riseBetween(plane: Region, area: number, from: number, to: number): void
  scaleShares(plane: Region, area: number, factor: number): void
  linkCells(rgb: Region, size: number, right: Region, below: Region): void
  resolveUncertain(logits: Region, size: number, settled: Region, coarse: number, belongs: Region): void
  settleCells(
    logits: Region,
    evidence: Region,
    right: Region,
    below: Region,
    size: number,
    stride: number,
    planes: Region,
    settled: Region,
  ): void
  shrinkEvidence(logits: Region, rgb: Region, size: number, to: number, toLogits: Region, toRgb: Region): void
  weighColours(logits: Region, rgb: Region, count: number, evidence: Region, bins: Region): void
  enlarge(
    plane: Region,
    columns: number,
    tops: Region,
    bottoms: Region,
    downs: Region,
    height: number,
    low: Region,
    parts: Region,
    width: number,
    line: Region,
    out: Region,
  ): void
  lightPicture(picture: Region, factors: Region, added: Region, area: number): void
  lumaOfPicture(picture: Region, area: number, plane: Region): void
  mixBetween(
    picture: Region,
    shares: Region,
    parts: Region,
    area: number,
    red: number,
    green: number,
    blue: number,
    otherRed: number,
    otherGreen: number,
    otherBlue: number,
  ): void
  mixColour(picture: Region, shares: Region, area: number, red: number, green: number, blue: number): void
  mixPicture(picture: Region, other: Region, shares: Region, area: number): void
  replaceLevels(bytes: Region, count: number, table: Region): void
  sharesOf(bytes: Region, area: number, plane: Region): void
  drawStroke(
    colour: Region,
    thickness: Region,
    width: number,
    height: number,
    bristles: Region,
    near: Region,
    place: Region,
    spans: Region,
    flat: number,
    taper: number,
    streaks: number,
    dry: number,
    rim: number,
    xs: Region,
    ys: Region,
    stroke: Region,
  ): void
  calmest(
    discs: Region,
    flowX: Region,
    flowY: Region,
    clarities: Region,
    reaches: Region,
    width: number,
    height: number,
    out: Region,
  ): void
  weighDiscs(
    colour: Region,
    width: number,
    height: number,
    half: number,
    power: number,
    line: Region,
    sums: Region,
    ring: Region,
    discs: Region,
  ): void
  addChanges(
    top: Region,
    bottom: Region,
    v: number,
    columns: number,
    low: Region,
    parts: Region,
    width: number,
    line: Region,
    colour: Region,
  ): void
  changesOf(before: Region, after: Region, area: number, cells: Region): void
  gatherPart(
    colour: Region,
    part: Region,
    outside: number,
    width: number,
    height: number,
    cell: number,
    columns: number,
    cells: Region,
  ): void
  meanOfCells(cells: Region, columns: number, rows: number, radius: number, sums: Region, leaving: Region): void
  sampleCells(
    top: Region,
    bottom: Region,
    v: number,
    columns: number,
    low: Region,
    parts: Region,
    width: number,
    line: Region,
    shares: Region,
    outside: number,
    out: Region,
  ): void
  shrinkPicture(colour: Region, width: number, height: number, cell: number, out: Region): void
  cleanLine(
    colour: Region,
    alpha: Region,
    width: number,
    cells: Region,
    doubt: Region,
    doubtHere: Region,
    columns: number,
    cell: number,
    above: number,
    below: number,
    down: number,
    lows: Region,
    parts: Region,
    line: Region,
  ): void
  deflateRows(
    rows: Region,
    rowBytes: number,
    count: number,
    pixelBytes: number,
    spans: Region,
    to: Region,
    isLast: number,
  ): number
  startStream(): void
  measureDistances(plane: Region, width: number, height: number, least: number, most: number, distances: Region): void
  clearRims(
    band: Region,
    columns: number,
    rows: number,
    column: number,
    row: number,
    dColumn: number,
    dRow: number,
    downColumn: number,
    downRow: number,
    top: number,
    lines: number,
    rgb: Region,
    count: number,
    linear: Region,
    colours: Region,
    stride: number,
    lab: Region,
    alpha: Region,
  ): number
  coloursBeside(
    before: Region,
    alpha: Region,
    opaque: number,
    depth: Region,
    apart: Region,
    inside: Region,
    labs: Region,
    width: number,
    height: number,
    deep: number,
    far: number,
    stride: number,
    reach: number,
    sides: Region,
    band: Region,
    colours: Region,
  ): void
  lostInDoubt(
    before: Region,
    after: Region,
    width: number,
    height: number,
    opaque: number,
    colours: Region,
    stride: number,
  ): number
  removeTint(
    band: Region,
    columns: number,
    rows: number,
    column: number,
    row: number,
    dColumn: number,
    dRow: number,
    downColumn: number,
    downRow: number,
    top: number,
    lines: number,
    rgb: Region,
    count: number,
    linear: Region,
    colours: Region,
    stride: number,
    lab: Region,
    alpha: Region,
  ): void
  cellsOfPiece(colour: Region, rough: Region, side: number, cells: Region): void
  correctPiece(rough: Region, change: Region, side: number): void
  spreadCells(
    above: Region,
    below: Region,
    v: number,
    size: number,
    lows: Region,
    parts: Region,
    width: number,
    line: Region,
    out: Region,
  ): void
  enlargeByColour(
    alphaAbove: Region,
    alphaBelow: Region,
    colourAbove: Region,
    colourBelow: Region,
    reduced: number,
    lows: Region,
    parts: Region,
    v: number,
    colour: Region,
    width: number,
    out: Region,
  ): void
  addDetail(
    picture: Region,
    luma: Region,
    coarse: Region,
    features: Region,
    hair: Region,
    subject: Region,
    skin: Region,
    area: number,
    onFeatures: number,
    inHair: number,
    onSubject: number,
    onSkin: number,
  ): void
  bringHues(
    picture: Region,
    photo: Region,
    skin: Region,
    hair: Region,
    features: Region,
    inner: Region,
    teeth: Region,
    whites: Region,
    area: number,
    onSkin: number,
    inHair: number,
    onTeeth: number,
  ): void
  exposePicture(
    picture: Region,
    subject: Region,
    skin: Region,
    features: Region,
    lights: Region,
    gammas: Region,
    alone: number,
    behind: number,
    logarithms: Region,
    steps: number,
    area: number,
  ): void
  spreadFlood(
    open: Region,
    labels: Region,
    width: number,
    pixels: number,
    queue: Region,
    next: number,
    count: number,
  ): number
  edgeDirections(xx: Region, xy: Region, yy: Region, area: number): void
  gradientProducts(plane: Region, width: number, height: number, xx: Region, xy: Region, yy: Region): void
  halvePlane(plane: Region, width: number, height: number, out: Region): void
  gatherBright(
    colour: Region,
    threshold: number,
    width: number,
    height: number,
    cell: number,
    columns: number,
    cells: Region,
  ): void
  screenLight(
    top: Region,
    bottom: Region,
    v: number,
    columns: number,
    low: Region,
    parts: Region,
    width: number,
    line: Region,
    strength: number,
    colour: Region,
  ): void
  gradeColours(colour: Region, area: number, curve: Region, settings: Region, saturation: number, tint: number): void
  addGrain(picture: Region, red: Region, green: Region, blue: Region, area: number, strength: number): void
  printFour(
    row: Region,
    shares: Region,
    width: number,
    y: number,
    inks: Region,
    soft: number,
    contrast: number,
    paper: Region,
  ): void
  printOne(
    row: Region,
    shares: Region,
    width: number,
    y: number,
    ink: Region,
    soft: number,
    contrast: number,
    paper: Region,
  ): void
  densitiesFor(light: Region, area: number, paper: number, pen: number, full: number, table: Region): void
  hatchRows(
    density: Region,
    wanted: Region,
    there: Region,
    from: number,
    upTo: number,
    width: number,
    height: number,
    bends: Region,
    hair: Region,
    xs: Region,
    ys: Region,
    pressures: Region,
    capacity: number,
    angle: number,
    spacing: number,
    long: number,
    looseness: number,
    lightest: number,
    firmest: number,
    nib: number,
    taper: number,
    swell: number,
    seed: number,
  ): void
  largestIn(plane: Region, area: number): number
  layTone(density: Region, wanted: Region, skin: Region, area: number, side: number, onSkin: number): void
  mixAmounts(
    colours: Region,
    onSkin: Region,
    beside: Region,
    bare: Region,
    drawn: Region,
    area: number,
    out: Region,
  ): void
  mixPlanes(density: Region, soft: Region, area: number, share: number): void
  workOut(
    density: Region,
    soft: Region,
    wanted: Region,
    fine: Region,
    hair: Region,
    area: number,
    short: number,
    strength: number,
  ): void
  lookAtCells(
    colour: Region,
    levels: Region,
    cells: number,
    side: number,
    step: number,
    linear: Region,
    pixel: Region,
    rgb: Region,
    rough: Region,
    lab: Region,
    alpha: Region,
    background: Region,
  ): void
  perceiveLight(
    soft: Region,
    luma: Region,
    features: Region,
    hair: Region,
    subject: Region,
    area: number,
    table: Region,
  ): void
  thinInk(
    ink: Region,
    skin: Region,
    features: Region,
    worked: Region,
    subject: Region,
    area: number,
    onSkin: number,
  ): void
  toLabs(rgb: Region, count: number, linear: Region, labs: Region): void
  shineLamp(picture: Region, lit: Region, subject: Region, darkness: Region, brightness: number, area: number): void
  shineRims(
    picture: Region,
    left: Region,
    right: Region,
    glosses: Region,
    subject: Region,
    skin: Region,
    area: number,
    settings: Region,
    colourless: number,
  ): void
  layOnColour(picture: Region, alpha: Region, area: number, red: number, green: number, blue: number): void
  layOnPicture(picture: Region, alpha: Region, area: number, behind: Region): void
  lightnessOf(rgb: Region, size: number, step: number, plane: Region): void
  addNoise(
    plane: Region,
    width: number,
    height: number,
    across: number,
    from: number,
    down: number,
    seed: number,
    keep: number,
    share: number,
    hills: Region,
    slopes: Region,
    heights: Region,
  ): void
  normalisePixels(
    rgb: Region,
    pixels: number,
    scaleR: number,
    offsetR: number,
    scaleG: number,
    offsetG: number,
    scaleB: number,
    offsetB: number,
    floats: Region,
  ): void
  normalisePlanes(
    rgb: Region,
    pixels: number,
    scaleR: number,
    offsetR: number,
    scaleG: number,
    offsetG: number,
    scaleB: number,
    offsetB: number,
    planes: Region,
  ): void
  finestBrushes(
    near: Region,
    hair: Region,
    skin: Region,
    features: Region,
    area: number,
    radii: Region,
    least: number,
  ): void
  lightSlopes(
    thickness: Region,
    luma: Region,
    subject: Region,
    skin: Region,
    features: Region,
    width: number,
    height: number,
    reach: number,
    relief: number,
    calm: number,
    gloss: number,
    factors: Region,
    added: Region,
  ): void
  refineBrushes(finest: Region, details: Region, subject: Region, skin: Region, area: number, least: number): void
  cleanLevels(
    alpha: Region,
    width: number,
    height: number,
    solid: Region,
    dropped: Region,
    columns: number,
    rows: number,
    column: number,
    row: number,
    acrossColumn: number,
    acrossRow: number,
    downColumn: number,
    downRow: number,
    black: number,
    stretch: number,
  ): void
  dropOthers(alpha: Region, labels: Region, cells: number, kept: number, dropped: Region): void
  fillPerson(
    alpha: Region,
    inside: Region,
    distance: Region,
    depth: Region,
    width: number,
    height: number,
    u: number,
    v: number,
    unit: number,
    halfWidth: number,
    middle: number,
    chin: number,
    bodyFrom: number,
    bodyTo: number,
    hairFrom: number,
    hairTo: number,
    solid: Region,
  ): void
  sampleMatte(
    plane: Region,
    width: number,
    height: number,
    x: number,
    y: number,
    dx: number,
    dy: number,
    columns: number,
    rows: number,
    black: number,
    stretch: number,
    alpha: Region,
    inside: Region,
  ): void
  sumRows(alpha: Region, width: number, height: number, sums: Region): void
  dropCrumbs(
    alpha: Region,
    width: number,
    pixels: number,
    faint: number,
    least: number,
    open: Region,
    labels: Region,
    queue: Region,
  ): void
  floodFromBorders(
    alpha: Region,
    inside: Region,
    width: number,
    height: number,
    opaque: number,
    gapFrom: number,
    gapTo: number,
    gapTop: number,
    open: Region,
    labels: Region,
    queue: Region,
    reached: Region,
  ): void
  labelPieces(
    matte: Region,
    solid: number,
    width: number,
    pixels: number,
    open: Region,
    labels: Region,
    queue: Region,
  ): number
  layPigment(
    picture: Region,
    density: Region,
    tile: Region,
    side: number,
    width: number,
    height: number,
    grain: number,
    red: number,
    green: number,
    blue: number,
    own: number,
    passes: number,
  ): void
  boxMean(plane: Region, width: number, height: number, radius: number, sums: Region, leaving: Region): void
  convolve(
    plane: Region,
    width: number,
    height: number,
    weights: Region,
    radius: number,
    across: Region,
    line: Region,
  ): void
  meansOfCells(plane: Region, width: number, height: number, cell: number, cells: Region): void
  putColours(red: Region, green: Region, blue: Region, area: number, colour: Region): void
  takeChannel(colour: Region, channel: number, area: number, plane: Region): void
  filterCutout(
    colour: Region,
    alpha: Region,
    width: number,
    rows: number,
    stride: number,
    lines: Region,
    filtered: Region,
  ): void
  filterPlane(plane: Region, width: number, rows: number, stride: number, lines: Region, filtered: Region): void
  countBeside(
    alpha: Region,
    inside: Region,
    depth: Region,
    labs: Region,
    width: number,
    height: number,
    opaque: number,
    u: number,
    v: number,
    unit: number,
    chin: number,
    eyeDistance: number,
    counts: Region,
    doubtful: Region,
  ): void
  fadeBlocks(found: Region, columns: number, side: number, width: number, alpha: Region): void
  forgetVerdicts(verdicts: Region): void
  keepLargePieces(found: Region, labels: Region, blocks: number, pieces: number, least: number, certain: Region): number
  senseBackground(
    doubtful: Region,
    columns: number,
    rows: number,
    column: number,
    row: number,
    dColumn: number,
    dRow: number,
    downColumn: number,
    downRow: number,
    top: number,
    lines: number,
    rgb: Region,
    width: number,
    side: number,
    blocks: number,
    linear: Region,
    u: number,
    v: number,
    unit: number,
    chin: number,
    counts: Region,
    verdicts: Region,
    lab: Region,
    found: Region,
  ): number
  hazeBeyond(alpha: Region, distance: Region, cells: number, clear: number, reach: number): number
  largestPiece(marks: Region, width: number, cells: number, labels: Region, queue: Region): number
  markForeign(
    alpha: Region,
    labs: Region,
    width: number,
    rows: number,
    left: number,
    right: number,
    opaque: number,
    u: number,
    v: number,
    unit: number,
    chin: number,
    eyeDistance: number,
    count: Region,
    foreign: Region,
  ): void
  resizeCutout(
    colour: Region,
    alpha: Region,
    sourceWidth: number,
    firsts: Region,
    across: Region,
    acrossTaps: number,
    columns: number,
    tops: Region,
    down: Region,
    downTaps: number,
    rows: number,
    line: Region,
    ring: Region,
    left: number,
    width: number,
    outColour: Region,
    outAlpha: Region,
  ): void
  sampleBetween(
    picture: Region,
    width: number,
    height: number,
    top: number,
    x: number,
    y: number,
    rightX: number,
    rightY: number,
    downX: number,
    downY: number,
    size: number,
    blackOutside: number,
    out: Region,
  ): void
  sampleNearest(
    picture: Region,
    width: number,
    height: number,
    top: number,
    across: Region,
    down: Region,
    size: number,
    samples: number,
    blackOutside: number,
    out: Region,
  ): void
  hatchWithPen(
    ink: Region,
    wanted: Region,
    form: Region,
    width: number,
    height: number,
    rows: Region,
    sets: number,
    spacing: number,
    bend: number,
    thinnest: number,
    faintest: number,
    length: number,
    ends: number,
    waver: number,
  ): void
  ruleLines(
    ink: Region,
    shares: Region,
    form: Region,
    width: number,
    height: number,
    across: number,
    down: number,
    bend: number,
    seen: number,
  ): void
  shiftedProducts(lines: Region, count: number, length: number, shift: number): number
  greynessOf(photo: Region, luma: Region, skin: Region, area: number, warm: number, out: Region): void
  keepSkinColours(
    colour: Region,
    photo: Region,
    skin: Region,
    area: number,
    own: number,
    most: number,
    knee: number,
  ): void
  liftShadows(
    photo: Region,
    luma: Region,
    coarse: Region,
    wide: Region,
    own: Region,
    features: Region,
    area: number,
    settings: Region,
  ): void
  meanOfSkin(photo: Region, skin: Region, area: number, mean: Region): void
  softenEdge(
    belongs: Region,
    logits: Region,
    size: number,
    alpha: Region,
    band: Region,
    fringe: Region,
    one: Region,
    other: Region,
  ): void
  lightSurface(
    picture: Region,
    heights: Region,
    skin: Region,
    features: Region,
    width: number,
    height: number,
    amount: number,
    calm: number,
  ): void
  weave(plane: Region, width: number, height: number, warp: Region, weft: Region): void
  addCells(
    colour: Region,
    alpha: Region,
    width: number,
    rows: number,
    cell: number,
    columns: number,
    toNotSubject: Region,
    toNotBackground: Region,
    faint: Region,
    cells: Region,
  ): void
  fillCoarsest(cells: Region, count: number): void
  fillLevel(
    cells: Region,
    columns: number,
    rows: number,
    coarse: Region,
    coarseColumns: number,
    coarseRows: number,
    edges: Region,
  ): void
  gatherLevel(
    from: Region,
    columns: number,
    rows: number,
    enough: number,
    to: Region,
    toColumns: number,
    toRows: number,
    half: Region,
  ): void
  markCells(
    alpha: Region,
    width: number,
    rows: number,
    cell: number,
    nearly: number,
    notSubject: Region,
    notBackground: Region,
    lines: Region,
  ): void
  ownShares(cells: Region, count: number, enough: number): void
  spreadMarks(marks: Region, stride: number, rows: number, current: Region, widened: Region): void
  toVariances(cells: Region, count: number, edges: Region): void
  weighDoubt(
    toNotSubject: Region,
    toNotBackground: Region,
    stride: number,
    columns: number,
    rows: number,
    doubt: Region,
    edges: Region,
  ): number
  bringTones(
    top: Region,
    bottom: Region,
    v: number,
    columns: number,
    low: Region,
    parts: Region,
    width: number,
    line: Region,
    weights: Region,
    dark: number,
    span: number,
    colour: Region,
  ): void
  gatherTones(
    colour: Region,
    luma: Region,
    weights: Region,
    width: number,
    height: number,
    cell: number,
    columns: number,
    cells: Region,
  ): void
  largestOf(a: Region, b: Region, area: number, ofA: number, ofB: number): void
  opaqueSpans(alpha: Region, width: number, height: number, spans: Region): void
  premultiply(colour: Region, alpha: Region, count: number, pixels: Region): void
  warpPicture(
    pixels: Region,
    width: number,
    height: number,
    x: number,
    y: number,
    dx: number,
    dy: number,
    downX: number,
    downY: number,
    columns: number,
    rows: number,
    scale: number,
    spans: Region,
    weights: Region,
    taps: number,
    phases: number,
    line: Region,
    r: number,
    g: number,
    b: number,
    colour: Region,
    alpha: Region,
  ): void
  absorbColours(
    picture: Region,
    subject: Region,
    width: number,
    height: number,
    table: Region,
    depth: Region,
    red: Region,
    green: Region,
    blue: Region,
  ): void
  addWash(depth: Region, shape: Region, around: Region, calm: Region, area: number, deep: number, edges: number): void
  dryLoose(shape: Region, around: Region, water: Region, area: number, deep: number): void
  looseShape(
    near: Region,
    patches: Region,
    brush: Region,
    ran: Region,
    width: number,
    height: number,
    border: number,
    out: Region,
  ): void
  loseEdges(ran: Region, soft: Region, wet: Region, skin: Region, features: Region, area: number): void
  paintWashes(
    picture: Region,
    depth: Region,
    behind: Region,
    beyond: Region,
    pool: Region,
    skin: Region,
    tile: Region,
    side: number,
    width: number,
    height: number,
    red: Region,
    green: Region,
    blue: Region,
    granulation: number,
    pools: number,
    settings: Region,
  ): void
  runPaint(
    depths: Region,
    subject: Region,
    strayX: Region,
    strayY: Region,
    features: Region,
    skin: Region,
    width: number,
    height: number,
    wobble: number,
    deep: Region,
    ran: Region,
  ): void
  washShape(deep: Region, soft: Region, own: Region, width: number, height: number, from: number, shape: Region): number
  wetSheet(ran: Region, calm: Region, soft: Region, features: Region, skin: Region, area: number, wet: number): void
  dropSpecksFillHoles(
    belongs: Region,
    logits: Region,
    size: number,
    before: Region,
    open: Region,
    labels: Region,
    queue: Region,
  ): void
}
