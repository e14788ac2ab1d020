// In 8 bits, rounding in these is visible along edges.
const FLOAT_LAYERS = ['/stage1d/rebnconv1d/', '/stage1d/Add', '/side1/']

export const keepFloat = (node: string): boolean => FLOAT_LAYERS.some((start) => node.startsWith(start))
