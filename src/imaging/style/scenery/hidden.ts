/** Whether the person hides what is behind: it need not be drawn there. */
export const isHidden = (subject: number): boolean => subject > 0.996
