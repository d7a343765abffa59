/** Failed authorizations that another transaction seems to have used are found by themselves, until that is certain. */
export const up = `
create index authorizations_named on authorizations (environment, network) where state = 'failed' and hash is not null;
`
