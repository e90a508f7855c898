import fc from 'fast-check';

// Every run of the tests draws the same cases, so that a change fails by what it does and never by chance.
// `SOTTO_SOAK=N` draws new ones, N times as many, as `npm run soak` does.
if (process.env.SOTTO_SOAK === undefined) fc.configureGlobal({ seed: 1 });
