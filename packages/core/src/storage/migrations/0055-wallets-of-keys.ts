/** Keys may be limited to the wallets of the settings. */
export const up = `
alter table api_keys add column wallets text not null default 'any' check (wallets in ('any', 'settings'));
`
