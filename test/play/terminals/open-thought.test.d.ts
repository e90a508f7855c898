import '../scenes.ts';
