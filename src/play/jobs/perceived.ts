import type { Viewer } from '../../domain/view.ts';
import type { Perspective } from '../open/perspective.ts';
import { sceneClosedBy } from '../story/scenes/own-scenes.ts';

/** Whether a viewer perceives what a job is about: a message, or the end of a scene. */
export const isPerceived = (viewed: Perspective<Viewer>, of: string): boolean => {
  const view = viewed.view();
  return view.find(of) !== undefined || sceneClosedBy(view, viewed.viewer, of) !== undefined;
};
