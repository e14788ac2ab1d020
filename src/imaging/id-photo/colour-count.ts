/** How often colours occur, told apart coarsely, as kernels count them: an integer for each colour, and one for all. */
export const COLOURS = 10 * 32 ** 2
export const COUNT_INTS = COLOURS + 1
