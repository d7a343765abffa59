/** Who assigned a transfer to its payment; null if it was recognised by itself. */
export const up = `
alter table transfers add column assigned_by text;
`
