/** Those that wait to be signed, by when they are due: what is put off comes after what was not looked at. */
export const up = `
drop index sends_queued;
create index sends_queued on sends (environment, network, chain, signer, due_at, id) where state = 'queued';
`
