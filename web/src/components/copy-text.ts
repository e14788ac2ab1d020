/**
 * Browsers offer the clipboard API only to secure pages, but a local server is often reached over plain HTTP. Selecting
 * a hidden field still works there. It is placed next to the button, because a dialog makes everything else inert.
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
