/**
 * Copies a text. Browsers offer the clipboard to secure pages only; a server in the house is often reached by plain HTTP,
 * where the old way still works: a field that is selected, placed beside the button because a dialog makes the rest inert.
 */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text, beside)
  }
}

function copySelected(text: string, beside: Element): boolean {
  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.value = text
  field.readOnly = true
  beside.after(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}
