export function showDialog(id: string): void {
  document.querySelector<HTMLDialogElement>(`dialog#${id}`)?.showModal()
}

/** Closes the dialog that something was pressed in. */
export function closeDialog(event: Event): void {
  ;(event.currentTarget as HTMLElement).closest('dialog')?.close()
}
